import { stem } from '../../text/stem.ts'

/**
 * What people say, and the words that tools are named with for it: `forget` is `delete` there, a
 * `popup` is a `dialog`. The table of word meanings knows plain English, in which these are far apart.
 * First what is done, then what it is done to. Words before a colon share what stands after it.
 */
const table = `
open:create,launch,navigate,start,read,new make:create,generate,build,add
draw:generate,create,plot,render build prepare design:create,generate add:create,insert,append,new
start:create,run,launch,execute begin:start,create launch:start,run,open new:create,add
remember:memory,store,save,create,add,record memorize:memory,store,save
note:memory keep:store,save retain:keep,store
forget:delete,remove,memory,clear erase wipe:delete,remove,clear remove purge:delete,clear
delete:remove,clear,drop drop trash:delete,remove discard:delete,remove,reset,clear
cancel:delete,stop,abort undo:revert,reset,restore,rollback revert:reset,restore,undo
restore:recover,undo,revert change:edit,update,modify,set edit:update,modify,change
modify:update,edit,change alter:update,edit,modify adjust:set,update,change correct:update,edit,fix
fix:update,edit,repair replace:edit,update,substitute update:edit,modify,change,set
rename:move,update move:rename,transfer put:set,write,add,upload
save:write,store,create,commit,export store:save,write,add,shop write:create,save,edit
copy:clone,duplicate,fork duplicate:copy,clone download:get,fetch,clone,pull,export
upload:push,send,put,import get:fetch,read,retrieve,list fetch:get,retrieve,pull,read
obtain:get,retrieve receive:get,fetch read:get,view,fetch,retrieve see:get,view,show,list,read
look:view,read,get,search show:get,list,display,view,read,retrieve view:get,read,show
display:show,get,view tell:get give:get,provide,retrieve list:get,show,browse
browse:list,search,navigate find:search,list,query,lookup,get search:find,query,lookup,list
locate:find,search,get lookup:search,find,query seek:search,find explore:search,browse,list
check:get,status,verify,validate,inspect verify:check,validate confirm:verify,accept
watch:monitor,view track:monitor,status,get follow:subscribe,track send:post,create,deliver,message
mail:email,send post:create,publish,send publish:create,release,post share:send,publish,post,stock
ask:query,prompt,search answer:reply,respond,comment reply:comment,respond,answer talk:chat,message
call:phone,invoke run:execute,start,invoke execute:run,start perform:run,execute
stop:terminate,kill,cancel,end,close,abort kill:terminate,stop quit:close,exit,stop
end:stop,close,terminate finish:complete,close,end close:end,stop,update
switch:checkout,toggle,change,select choose:select,pick pick:select,choose select:choose,pick
press:click,key push:press,upload click:press,tap tap:click,press type:fill,input,enter
enter:fill,type,input fill:type,input attach:upload,add,file join:merge,combine combine:merge,join
compare:diff,difference,comparison order:sort,purchase,buy sort:order count:number,total,sum
sum:add,total total:sum,count calculate:compute,evaluate compute:calculate solve:calculate,compute
convert:transform,translate,exchange turn:convert,set,toggle transform:convert
shorten:summarize,truncate summarize:summary,digest summarise:summary,summarize
book:reserve,reservation,booking reserve:book,reservation buy:purchase,order purchase:buy,order
pay:payment,transfer,charge plan:schedule,create,itinerary schedule:create,event,calendar,plan
arrange:schedule,create,organize invite:add,member,invitation allow:permission,grant,enable
approve:review,accept,confirm accept:approve,handle,confirm reject:decline,dismiss
decline:reject,dismiss block:ban,disable enable:activate,set disable:deactivate,set activate:enable
deactivate:disable login:authenticate,signin register:create,signup,account subscribe:follow,create
try:test,run suggest:propose,recommend,create propose:create,suggest
recommend:suggest,recommendation report:create,submit,issue submit:create,post,send
mark:tag,label,flag,update label:tag,mark print:output,log capture:take,screenshot,record
record:capture,save,log,row,entry,document,item photograph screenshot:capture,image
measure:get,metric,performance describe:explain,get explain:describe learn:read,documentation
analyze:inspect,examine,evaluate,analysis examine:analyze,inspect inspect:get,view,examine
review:inspect,check,approve compress:zip,gzip,archive extract:parse,unzip,get scan:read,detect
recognise:detect,recognize,identify identify:detect,recognize,get detect:identify,recognize,find
visualize:chart,plot,graph,generate append:add,insert insert:add,create,append include:add
clean:clear,delete,remove empty:clear,delete destroy:delete,remove,terminate uninstall:remove,delete
install:add,setup setup:create,configure,init configure:config,set,setting
initialize initialise:init,create,start produce invent:generate,create compose:create,write,draft
draft:create,write,compose paint:draw,generate,image sketch:draw,generate render:generate,draw
plot:chart,graph,generate retrieve:get,fetch,read grab:get,fetch,download collect:get,fetch,gather
gather:get,collect load:read,get,import import:load,upload,add export:save,download,write
backup:save,copy,export archive:store,zip sync:update,pull refresh:reload,update reload:refresh
restart:reboot,start reboot:restart resume:continue,start continue:resume pause:stop,suspend
suspend:pause,stop repeat:echo,loop query:search,find,execute filter:search,query,list
notify:send,notification,alert alert:notification,notify remind:reminder,notification
message:send,chat,text chat:message,conversation phone:call contact:message,call forward:send
respond:reply,comment transfer:send,move,payment charge:payment,bill bill:invoice,charge
invoice:bill refund:return,payment sell:order,trade trade:order,sell,buy rent:lease,rental
hire:recruit,rent return:refund ship:deliver,shipment deliver:ship,send assign:set,add tag:label
star:favorite,like favourite:favorite vote:poll rate:review,rating,price bookmark:save,favorite
zoom enlarge:resize crop:cut,resize cut:crop,split,trim trim:cut shrink:resize,compress
parse:extract,read predict:forecast,prediction forecast:predict,weather estimate:calculate,predict
guess:predict,estimate visit:navigate,open navigate:open,go walk:direction,route
drive:direction,route,storage deploy:release,publish,create,start compile:build debug:trace,inspect
test:check,run commit:save clone fork:copy listen:play,audio play:start,music spell:check
define:definition,meaning cook:recipe eat:food,meal,restaurant drink:beverage,cocktail
exercise:workout,fitness

folder:directory directory:folder document:file,doc documentation:docs,doc
picture:image,photo,screenshot photo:image,picture,media image:picture,photo
video:media,recording,clip sound:audio audio:sound,voice music:song,track,audio song:track,music
movie:film film:movie program:process,application,app,command app:application
software:application,package,program script:code code:source,snippet
setting:config,configuration,option,preference preference:setting,config
configuration:config,setting option:setting,parameter bug:issue,defect,error problem:issue,error
crash:error,issue ticket:issue task:issue,todo,job error:exception,failure,log mistake:error,typo
warning:message,log log:console,message,history history:log,past past:history,log
changes:diff,commit,update,modification version:tag,release,commit,revision release:version,tag
team:remote,member,organization people:user,member,contact,person person:user,people,entity,contact
friend:contact,user somebody someone developer member:user author:user,owner,creator
place:location,path,venue location:place,address address:location,url site:website,page,url,web
website:page,site,url link:url tab:page window:page,browser,viewport popup:dialog,alert,modal
dialog:popup,alert dropdown menu:select,option button:element box:field,element,input field:input
keyboard:key screen:screenshot,display large big huge resize:size small smaller bigger:size,resize
long:length,duration tall:height old:age,date newest:latest,recent,last latest:recent,last,new
recent:latest,last last:latest,recent fast slow:performance,speed faster:performance,speed,optimize
speed:performance performance:speed,metric trip:travel,itinerary,route travel:trip,itinerary
way:route,direction route:direction,path shop:store price:cost,quote cost:price,expense
money:currency,payment,amount,cash stock:share,quote,market fact:observation,knowledge,memory
knowledge:memory,graph memory:knowledge everything:all,entire all:entire,list whole:entire,all
table:database,sheet row:record,line column:field spreadsheet:sheet,excel email:mail,message
meeting:event,calendar,appointment appointment:event,booking,schedule event:calendar
date:time,calendar time:date text:string,content word:text,string sentence:text number:integer,value
average:mean password:credential,secret,token account:user,profile profile:account,user
computer:system,host,machine machine:server,host,system internet:web,network server:host,remote
job:task,position,career diagram:chart,graph,flow chart:graph,plot,diagram graph:chart,plot
trend:line,chart temperature snow sun wind:weather weather:forecast,temperature
news:article,headline article:news,post recipe:meal,dish,food food:meal,dish,nutrition
house:property,home home:property,house flat:apartment,property car:vehicle,automobile vehicle:car
ride:taxi,cab,trip taxi:ride,cab flight:airline,plane plane:flight,aircraft
doctor:appointment,physician,clinic medicine pill:drug,medication drug:medication,medicine
company:business,organization business:company,organization child:kid kid:child game:match,play
match:game,fixture country:nation,region city:town,location language:translation
translate:translation,language joke:humor quote:quotation,saying gift:present holiday:vacation,trip
snapshot:screenshot,capture drawing:image,diagram figure:chart,image presentation:slide,powerpoint
slide:presentation,powerpoint powerpoint:presentation,slide excel:spreadsheet,workbook,sheet
sheet:worksheet,spreadsheet workbook:excel,spreadsheet cell:range letter:document,email
paper:article,document terminal:shell,command shell:command,terminal,process command:shell,execute
process:program service:container,server container:docker pod:kubernetes,container
cluster:kubernetes instance:server disk:storage,drive storage:disk,bucket bucket:storage
repo:repository repository:repo project:repository,repo patch:diff,commit diff:difference,compare
difference:diff,compare contributor:author,user database:table,sql,query,db db:database
sql:query,database schema:structure structure:schema,tree tree:directory,hierarchy
hierarchy:tree,organization user:member,account customer:client client:customer employee:staff,user
staff:employee group:team,channel channel:group question:query topic:subject subject:topic
category:type,tag kind:type,category item:entry,product product:item exchange:convert,rate
currency:exchange,money bitcoin:crypto,cryptocurrency crypto:cryptocurrency,coin coin:crypto
loan:mortgage,credit mortgage:loan salary:income,wage income:salary,revenue profit:income,revenue
revenue:income,sale budget:expense,finance expense:cost,budget hotel:accommodation,lodging
accommodation:hotel apartment:property,rental restaurant:dining,food museum:attraction
attraction:sight,place airport:flight station:train,stop train:railway,station
direction:route,navigation distance:route,length nearby:near,location near:nearby
closest:nearest,nearby nearest:closest,nearby concert:event,music party festival:event
band:artist,music singer:artist artist:singer,musician album:music,track podcast:episode,audio
actor:cast,person novel:book league tournament:competition score:result result:score
illness:disease,symptom disease:condition,illness symptom:disease hospital:clinic dog cat:pet,animal
pet:animal rain:weather,precipitation hot cold warm thermostat:temperature storm:weather,alert
alarm:reminder,timer timer:alarm,countdown reminder:task,notification todo:task
diary:journal,calendar agenda:calendar,schedule current:latest light:lamp lamp:light
heating:thermostat,temperature name:title title:name meaning:definition definition:meaning
size:length,dimension weight:mass example:sample sample:example permission:access,role
access role:permission colour:color organisation:organization
`

const others: ReadonlyMap<string, readonly string[]> = readTable()

/** Stems that a tool may be named with where this stem is said. */
export function otherWords(term: string): readonly string[] {
  return others.get(term) ?? []
}

function readTable(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  let said: string[] = []
  for (const item of table.trim().split(/\s+/)) {
    const [word = '', meant] = item.split(':')
    said.push(stem(word, 'en'))
    if (meant === undefined) continue
    const terms = meant.split(',').map((one) => stem(one, 'en'))
    for (const term of said)
      found.set(term, new Set([...(found.get(term) ?? []), ...terms.filter((one) => one !== term)]))
    said = []
  }
  return new Map([...found].map(([term, terms]) => [term, [...terms]]))
}
