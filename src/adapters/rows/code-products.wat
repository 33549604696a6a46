;; The products of one query with every row of codes, eight at a time.
;; `npm run kernel` compiles it into code-products.generated.ts.
(module
  (import "codes" "memory" (memory 0))

  ;; Rows of `stride` bytes, a multiple of 16, one after the other from `row` to `end`; the query in
  ;; 16 bits a value. For each row the sum of its products, times the scale of the row, goes to `score`.
  (func (export "multiply")
    (param $row i32) (param $end i32) (param $stride i32)
    (param $query i32) (param $scale i32) (param $score i32)
    (local $at i32) (local $queryAt i32) (local $codes v128) (local $sums v128)
    (block $done
      (loop $rows
        (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
        (local.set $sums (v128.const i32x4 0 0 0 0))
        (local.set $at (i32.const 0))
        (loop $values
          (local.set $codes (v128.load (i32.add (local.get $row) (local.get $at))))
          (local.set $queryAt
            (i32.add (local.get $query) (i32.shl (local.get $at) (i32.const 1))))
          (local.set $sums
            (i32x4.add
              (local.get $sums)
              (i32x4.add
                (i32x4.dot_i16x8_s
                  (i16x8.extend_low_i8x16_s (local.get $codes))
                  (v128.load (local.get $queryAt)))
                (i32x4.dot_i16x8_s
                  (i16x8.extend_high_i8x16_s (local.get $codes))
                  (v128.load offset=16 (local.get $queryAt))))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $values (i32.lt_u (local.get $at) (local.get $stride))))
        (f32.store
          (local.get $score)
          (f32.mul
            (f32.load (local.get $scale))
            (f32.convert_i32_s
              (i32.add
                (i32.add
                  (i32x4.extract_lane 0 (local.get $sums))
                  (i32x4.extract_lane 1 (local.get $sums)))
                (i32.add
                  (i32x4.extract_lane 2 (local.get $sums))
                  (i32x4.extract_lane 3 (local.get $sums)))))))
        (local.set $row (i32.add (local.get $row) (local.get $stride)))
        (local.set $scale (i32.add (local.get $scale) (i32.const 4)))
        (local.set $score (i32.add (local.get $score) (i32.const 4)))
        (br $rows)))))
