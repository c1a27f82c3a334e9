package io.cambric.transform;

import static io.cambric.transform.Transforms.associativeScan;
import static io.cambric.transform.Transforms.foriLoop;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.makeJaxpr;
import static io.cambric.transform.Transforms.map;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Carry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unrolled scans, maps in batches, associative scans. */
class ScanVariantsTest {

  private static final NdArray START = TestArrays.scalar(0.5);
  private static final NdArray ROWS = TestArrays.vector(0.1f, -0.7f, 1.3f, 0.4f, -0.2f, 2, 0.9f);

  private static Carry<Array, Array> step(Array carry, Array row) {
    return new Carry<>(carry.mul(row).sin().add(carry), carry.mul(row));
  }

  private static Carry<Array, Array> loop(Array rows, ScanOptions spec) {
    return scan(ScanVariantsTest::step, (Array) START, rows, spec);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 6, 7, 50})
  void an_unrolled_scan_has_the_values_and_gradients_of_the_loop(int unroll) {
    for (boolean reverse : List.of(false, true)) {
      ScanOptions plain = ScanOptions.DEFAULT.withReverse(reverse);
      ScanOptions unrolled = plain.withUnroll(unroll);
      var expected = loop(ROWS, plain);

      for (var end :
          List.of(loop(ROWS, unrolled), jit((Array x) -> loop(x, unrolled)).apply(ROWS))) {
        assertThat(end.carry().item()).isCloseTo(expected.carry().item(), within(1e-6));
        assertThat(end.output().toFloats())
            .containsExactly(expected.output().toFloats(), within(1e-6f));
      }
      assertThat(grad(total(unrolled)).apply(ROWS).toFloats())
          .containsExactly(grad(total(plain)).apply(ROWS).toFloats(), within(1e-5f));
      assertThat(jit(vmap(grad(total(unrolled)))).apply(ROWS.reshape(1, 7)).toFloats())
          .containsExactly(grad(total(plain)).apply(ROWS).toFloats(), within(1e-5f));
    }
  }

  private static ArrayFn total(ScanOptions spec) {
    return rows -> {
      var end = loop(rows, spec);
      return end.carry().add(end.output().sum());
    };
  }

  @Test
  void the_compiler_sees_an_unrolled_body_and_no_loop_where_all_is_unrolled() {
    assertThat(operations(ScanOptions.DEFAULT.withUnroll(2)))
        .containsSequence("scan")
        .contains("sin");
    assertThat(operations(ScanOptions.DEFAULT.withUnroll(ROWS.dim(0)))).doesNotContain("scan");
    assertThat(operations(ScanOptions.DEFAULT.withUnroll(ROWS.dim(0))))
        .filteredOn("sin"::equals)
        .hasSize(7);
    assertThat(makeJaxpr((Array x) -> loop(x, ScanOptions.DEFAULT.withUnroll(2)), ROWS).toText())
        .contains("unroll=2");
  }

  private static List<String> operations(ScanOptions spec) {
    return Compiler.optimise(makeJaxpr((Array x) -> loop(x, spec), ROWS)).eqns().stream()
        .map(eqn -> eqn.primitive().name())
        .toList();
  }

  @Test
  void nothing_can_be_unrolled_less_than_once() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> loop(ROWS, ScanOptions.DEFAULT.withUnroll(0)))
        .withMessage(
            "scan needs an unroll of at least 1, but got 0. Leave unroll out to run "
                + "iterations one after the other.");
  }

  @Test
  void a_counted_loop_unrolls_and_differentiates_both_ways() {
    ArrayFn power =
        x -> foriLoop(0, 5, (Array i, Array c) -> c.mul(x), x, ScanOptions.DEFAULT.withUnroll(2));

    assertThat(power.apply(TestArrays.scalar(2)).item()).isEqualTo(64);
    assertThat(grad(power).apply(TestArrays.scalar(2)).item()).isEqualTo(6 * 32);
    assertThat(Transforms.jvp(power, TestArrays.scalar(2), TestArrays.scalar(1)).tangent().item())
        .isEqualTo(6 * 32);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 9})
  void a_map_in_batches_is_the_map(int batchSize) {
    Fn<Map<String, Array>, Map<String, Array>> function =
        row -> Map.of("y", row.get("a").mul(row.get("b")).sum());
    var rows = Map.<String, Array>of("a", ROWS, "b", ROWS.reshape(7, 1));

    assertThat(map(function, rows, batchSize).get("y").toFloats())
        .containsExactly(map(function, rows).get("y").toFloats());
    assertThat(grad((Array x) -> map((Array y) -> y.mul(y), x, batchSize).sum()).apply(ROWS))
        .hasToString(ROWS.mul(2).toString());
  }

  @Test
  void a_map_in_batches_needs_rows() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> map((List<Array> x) -> x, List.of(ROWS, START), 2))
        .withMessage("map needs arrays with the same number of rows, but got [f32[7], f32[]].");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> map((Array x) -> x, ROWS, 0))
        .withMessage("map needs a batch size of at least 1, but got 0.");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 7, 8})
  void an_associative_scan_combines_the_first_elements(int count) {
    var values = new float[count];
    var sums = new float[count];
    var backwards = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = i + 1;
      sums[i] = (i + 1) * (i + 2) / 2f;
      backwards[i] = (count * (count + 1) - i * (i + 1)) / 2f;
    }
    var x = TestArrays.vector(values);

    assertThat(associativeScan((a, b) -> a.add(b), x).toFloats()).containsExactly(sums);
    assertThat(
            associativeScan((a, b) -> a.add(b), x, AssociativeScanOptions.DEFAULT.withReverse(true))
                .toFloats())
        .containsExactly(backwards);
  }

  @Test
  void an_associative_scan_multiplies_and_differentiates() {
    var x = TestArrays.vector(1, 2, 3, 4);

    assertThat(associativeScan((a, b) -> a.mul(b), x).toFloats()).containsExactly(1, 2, 6, 24);
    assertThat(grad(y -> associativeScan((a, b) -> a.mul(b), y).sum()).apply(x).toFloats())
        .containsExactly(33, 16, 10, 6);
    assertThat(
            jit(vmap(y -> associativeScan((a, b) -> a.mul(b), y)))
                .apply(x.reshape(2, 2))
                .toFloats())
        .containsExactly(1, 2, 3, 12);
  }

  @Test
  void an_associative_scan_of_pairs_along_another_axis_solves_a_recurrence() {
    var a = NdArray.of(Shape.of(1, 3), 2, 3, 4);
    var b = NdArray.of(Shape.of(1, 3), 1, 1, 1);
    var out =
        associativeScan(
            (List<Array> p, List<Array> q) ->
                List.of(p.get(0).mul(q.get(0)), q.get(0).mul(p.get(1)).add(q.get(1))),
            List.<Array>of(a, b),
            AssociativeScanOptions.DEFAULT.withAxis(-1));

    assertThat(out.get(0).toFloats()).containsExactly(2, 6, 24);
    assertThat(out.get(1).toFloats()).containsExactly(1, 4, 17);
  }

  @Test
  void an_associative_scan_says_what_does_not_fit() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            associativeScan(
                (List<Array> p, List<Array> q) -> p, List.<Array>of(ROWS, TestArrays.vector(1, 2))))
        .withMessage(
            "associativeScan needs the same number of elements in every array, but leaf "
                + "\"0\" is f32[7] and leaf \"1\" is f32[2].");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() ->
            associativeScan((List<Array> p, List<Array> q) -> List.of(), List.<Array>of(ROWS)))
        .withMessage(
            "associativeScan needs a function that returns the structure it combines, "
                + "list(0: *), but it returned list().");
  }
}
