package io.cambric.interpreters;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.transform.Transforms;
import io.cambric.transform.result.Carry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Partial evaluation: known results have values, unknown ones have shapes only. */
class KnownTraceTest {

  private static final ShapedArray SCALAR = new ShapedArray(Shape.scalar(), DType.F32);
  private static final Array ROWS = NdArray.of(Shape.of(3), 1, 2, 3);
  private static final Array ZERO = NdArray.scalar(DType.F32, 0);

  /** A pair of carries and a pair of rows, each of a known and an unknown one. */
  private static Carry<List<Array>, List<Array>> scanned(Array unknown, boolean mixed) {
    return Transforms.scan(
        (List<Array> carry, Array row) -> {
          var known = mixed ? carry.get(0).add(carry.get(1)) : carry.get(0).add(row);
          return new Carry<>(
              List.of(known, carry.get(1).mul(row)), List.of(row.mul(2), carry.get(1)));
        },
        List.of(ZERO, unknown),
        ROWS);
  }

  @Test
  void known_carries_and_rows_of_a_scan_are_computed() {
    KnownTrace.run(
        "test",
        List.of(SCALAR),
        (trace, unknown) -> {
          var result = scanned(unknown.getFirst(), false);
          assertThat(result.carry().get(0).toFloats()).containsExactly(6);
          assertThat(result.output().get(0).toFloats()).containsExactly(2, 4, 6);
          assertThat(trace.knows(result.carry().get(1))).isFalse();
          assertThat(trace.knows(result.output().get(1))).isFalse();
          assertThat(result.output().get(1).shape()).isEqualTo(Shape.of(3));
          return "";
        });
  }

  @Test
  void a_carry_that_becomes_unknown_in_a_later_iteration_is_unknown() {
    KnownTrace.run(
        "test",
        List.of(SCALAR),
        (trace, unknown) -> {
          var result = scanned(unknown.getFirst(), true);
          assertThat(trace.knows(result.carry().get(0))).isFalse();
          assertThat(result.output().get(0).toFloats()).containsExactly(2, 4, 6);
          return "";
        });
  }

  @Test
  void a_scan_of_unknown_values_only_is_a_shape() {
    KnownTrace.run(
        "test",
        List.of(SCALAR),
        (trace, unknown) -> {
          var result =
              Transforms.scan(
                  (Array carry, Array row) -> new Carry<>(carry.add(row), carry),
                  unknown.getFirst(),
                  ROWS);
          assertThat(trace.knows(result.carry())).isFalse();
          assertThat(trace.knows(result.output())).isFalse();
          return "";
        });
  }
}
