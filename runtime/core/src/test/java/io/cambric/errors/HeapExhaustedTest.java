package io.cambric.errors;

import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.scan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.transform.result.Carry;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Arrays that the heap of the tests, two GiB, cannot hold. */
class HeapExhaustedTest {

  private static final long MAXIMUM = Runtime.getRuntime().maxMemory();

  /** 46000 * 46000 * 8 bytes. */
  private static final long BYTES = 16_928_000_000L;

  private static final Array COLUMN = Numpy.ones(Shape.of(46_000, 1), DType.F64);

  /** {@return a message that names a line of this class} */
  private static String message(String what, long bytes, String size, String purpose) {
    return "%s at HeapExhaustedTest\\.\\S+\\(HeapExhaustedTest\\.java:\\d+\\) needs at least %d bytes \\(%s GiB\\)%s, but the Java heap, at most %d bytes \\(\\d\\.\\d GiB\\), has no room for it\\. Raise the maximum, as in java -Xmx%dg, work on parts, or release unused arrays\\."
        .formatted(what, bytes, size, purpose, MAXIMUM, (MAXIMUM + bytes) / (1L << 30) + 1);
  }

  private static void assertExhausted(ThrowingCallable request, String message) {
    assertThatExceptionOfType(HeapExhaustedException.class)
        .isThrownBy(request)
        .withMessageMatching(message)
        .withCauseInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void an_operation_names_its_result_its_bytes_the_heap_and_the_line() {
    assertExhausted(
        () -> COLUMN.matmul(COLUMN.transpose()),
        message("In matmul: dot_general", BYTES, "15\\.8", " for its result f64\\[46000,46000\\]"));
  }

  @Test
  void a_compiled_program_names_its_result() {
    var products = jit((Array x) -> x.matmul(x.transpose()));

    assertExhausted(
        () -> products.apply(COLUMN),
        message(
            "A compiled program",
            BYTES,
            "15\\.8",
            " for its result f64\\[46000,46000\\] and the intermediate values"));
  }

  @Test
  void a_compiled_program_counts_what_it_keeps_on_the_way() {
    var sums = jit((Array x) -> x.matmul(x.transpose()).matmul(x));

    assertExhausted(
        () -> sums.apply(COLUMN),
        message(
            "A compiled program",
            BYTES + 46_000 * 8,
            "15\\.8",
            " for its result f64\\[46000,1\\] and the intermediate values"));
  }

  @Test
  void of_many_results_the_largest_are_named() {
    var products =
        jit((Array x) -> List.of(x, x.add(1), x.sum(), x.mean(), x.matmul(x.transpose()), x.max()));

    assertExhausted(
        () -> products.apply(COLUMN),
        message(
            "A compiled program",
            BYTES + 2 * 46_000 * 8 + 3 * 8,
            "15\\.8",
            " for its result f64\\[46000,46000\\], f64\\[46000,1\\], f64\\[46000,1\\], "
                + "f64\\[\\] and 2 others and the intermediate values"));
  }

  @Test
  void random_draws_and_rows_of_a_scan_are_reported() {
    assertExhausted(
        () -> Random.uniform(Key.of(0), Shape.of(1 << 30)),
        message("In uniform: iota", 4L << 30, "4\\.0", " for its result u32\\[1073741824\\]"));
    assertExhausted(
        () ->
            scan(
                (Array c, Array x) -> new Carry<>(c, COLUMN.add(x)),
                Numpy.ones(Shape.of(1), DType.F64),
                COLUMN),
        message("An array f64\\[46000,46000,1\\]", BYTES, "15\\.8", ""));
  }

  @Test
  void elements_that_are_read_out_are_reported() {
    var bytes = Numpy.zeros(Shape.of(1 << 29), DType.I8);

    assertExhausted(
        () -> bytes.toFloats(), message("An array f32\\[536870912\\]", 2L << 30, "2\\.0", ""));
    assertExhausted(
        () -> bytes.toInts(), message("An array i32\\[536870912\\]", 2L << 30, "2\\.0", ""));
  }

  @Test
  void a_program_that_did_not_fit_runs_on_smaller_arrays_afterwards() {
    var sums = jit((Array x) -> x.matmul(x.transpose()).matmul(x));

    assertThatExceptionOfType(HeapExhaustedException.class).isThrownBy(() -> sums.apply(COLUMN));
    assertThat(sums.apply(Numpy.ones(2, 1)).toFloats()).containsExactly(2, 2);
  }

  @Test
  void more_elements_than_a_java_array_holds_are_refused_for_every_dtype() {
    for (var dtype : DType.values()) {
      assertThatExceptionOfType(ShapeException.class)
          .isThrownBy(() -> Numpy.zeros(Shape.of(Integer.MAX_VALUE), dtype))
          .withMessage(
              "An array of shape [2147483647] would have more than 2147483639 elements, the "
                  + "maximum of a Java array. Split it along an axis.");
    }
  }
}
