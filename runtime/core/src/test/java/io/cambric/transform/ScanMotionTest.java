package io.cambric.transform;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.makeJaxpr;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.vmap;
import static io.cambric.transform.Transforms.whileLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.control.Scan;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loop-invariant code motion out of scans, which changes no result. */
class ScanMotionTest {

  private static final Array ROWS = Random.normal(Key.of(1), Shape.of(6, 4, 3));
  private static final Array START = Random.normal(Key.of(2), Shape.of(4, 8));
  private static final Array INPUT_WEIGHTS = Random.normal(Key.of(3), Shape.of(3, 8));
  private static final Array WEIGHTS = Random.normal(Key.of(4), Shape.of(8, 4)).div(3);

  /** A recurrent network whose recurrent weights are laid together from two halves. */
  private static Array network(Array inputWeights, Array weights, Array rows, ScanOptions spec) {
    var end =
        scan(
            (Array h, Array x) -> {
              var both = Numpy.concatenate(List.of(weights, weights.mul(0.5)), 1);
              var next = x.matmul(inputWeights).add(h.matmul(both)).tanh();
              return new Carry<>(next, next.sum(-1));
            },
            START,
            rows,
            spec);
    return end.carry().sum().add(end.output().square().sum());
  }

  private static Jaxpr bodyOf(Jaxpr program) {
    var scans = program.eqns().stream().filter(eqn -> eqn.primitive() instanceof Scan).toList();
    assertThat(scans).hasSize(1);
    return ((Scan) scans.getFirst().primitive()).body();
  }

  private static List<String> names(Jaxpr program) {
    return program.eqns().stream().map(eqn -> eqn.primitive().name()).toList();
  }

  private static long products(Jaxpr program) {
    return names(program).stream().filter("dot_general"::equals).count();
  }

  @Test
  void what_depends_on_constants_alone_is_done_once_and_products_of_rows_for_all_iterations() {
    var program =
        Compiler.optimise(
            makeJaxpr((Array w) -> network(INPUT_WEIGHTS, w, ROWS, ScanOptions.DEFAULT), WEIGHTS));

    assertThat(names(program)).contains("concatenate", "dot_general");
    assertThat(names(bodyOf(program))).doesNotContain("concatenate");
    assertThat(products(bodyOf(program))).isEqualTo(1);
  }

  @Test
  void the_gradients_of_weights_are_one_product_behind_the_loop() {
    var one = grad((Array w) -> network(w, WEIGHTS, ROWS, ScanOptions.DEFAULT));
    var program = Compiler.optimise(makeJaxpr(one, INPUT_WEIGHTS));
    var backward =
        program.eqns().stream()
            .filter(eqn -> eqn.primitive() instanceof Scan(_, _, var reverse, _, _, _) && reverse)
            .map(eqn -> ((Scan) eqn.primitive()).body())
            .toList();

    assertThat(backward).hasSize(1);
    // The product that carries the cotangent of the state back is all that is left.
    assertThat(products(backward.getFirst())).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void values_and_gradients_are_those_of_the_loop_as_it_stands(boolean reverse) {
    ScanOptions spec = ScanOptions.DEFAULT.withReverse(reverse);
    // An unrolled scan has no iterations from which something could be moved.
    ScanOptions plain = spec.withUnroll(Integer.MAX_VALUE);

    assertThat(jit((Array w) -> network(w, WEIGHTS, ROWS, spec)).apply(INPUT_WEIGHTS).item())
        .isCloseTo(network(INPUT_WEIGHTS, WEIGHTS, ROWS, plain).item(), within(1e-4));
    assertSame(
        w -> network(w, WEIGHTS, ROWS, spec), w -> network(w, WEIGHTS, ROWS, plain), INPUT_WEIGHTS);
    assertSame(
        w -> network(INPUT_WEIGHTS, w, ROWS, spec),
        w -> network(INPUT_WEIGHTS, w, ROWS, plain),
        WEIGHTS);
    assertSame(
        x -> network(INPUT_WEIGHTS, WEIGHTS, x, spec),
        x -> network(INPUT_WEIGHTS, WEIGHTS, x, plain),
        ROWS);
  }

  private static void assertSame(ArrayFn loop, ArrayFn plain, Array at) {
    var expected = grad(plain).apply(at).toFloats();
    assertThat(jit(grad(loop)).apply(at).toFloats()).containsExactly(expected, within(1e-4f));
    var lanes = Numpy.stack(List.of(at, at.mul(0.5)));
    assertThat(jit(vmap(grad(loop))).apply(lanes).toFloats())
        .containsExactly(vmap(grad(plain)).apply(lanes).toFloats(), within(1e-4f));
  }

  @Test
  void a_carry_that_adds_up_sums_is_one_sum_where_its_rows_are_at_hand() {
    ArrayFn total =
        rows ->
            scan(
                    (Array c, Array x) -> new Carry<>(c.add(x.sum(0)), x.mul(2)),
                    Numpy.zeros(Shape.of(3)),
                    rows)
                .carry();
    var program = Compiler.optimise(makeJaxpr(total, ROWS));

    assertThat(names(program)).doesNotContain("scan").contains("reduce_sum");
    assertThat(jit(total).apply(ROWS).toFloats())
        .containsExactly(ROWS.sum(0).sum(0).toFloats(), within(1e-5f));
  }

  @Test
  void a_sum_whose_rows_take_more_memory_than_it_moves_stays_in_the_loop() {
    // A product of 2 x 1000 and 1000 x 2: its factors are a thousand times its size.
    ArrayFn total =
        start ->
            scan(
                    (Array c, Array x) -> {
                      var wide = Numpy.tile(x, 1000);
                      var next = c.add(Numpy.outer(x, x).sum());
                      return new Carry<>(next.add(wide.sin().matmul(wide.cos())), x);
                    },
                    start,
                    ROWS.reshape(6, 12))
                .carry();

    assertThat(jit(total).apply(START.sum()).item())
        .isCloseTo(total.apply(START.sum()).item(), within(1e-1));
  }

  @Test
  void a_loop_that_depends_on_constants_alone_is_moved_though_only_one_of_its_results_is_read() {
    ArrayFn twice =
        start ->
            scan(
                    (Array c, Array x) -> {
                      var power =
                          whileLoop(
                              (List<Array> p) -> p.getFirst().lt(3),
                              p -> List.of(p.getFirst().add(1), p.getLast().mul(p.getLast())),
                              List.of(start.mul(0), start));
                      return new Carry<>(c, power.getLast());
                    },
                    Numpy.zeros(Shape.of()),
                    ROWS)
                .output()
                .sum();
    var program = Compiler.optimise(makeJaxpr(twice, TestArrays.scalar(1.1f)));

    assertThat(names(program)).contains("while");
    assertThat(jit(twice).apply(TestArrays.scalar(1.1f)).item())
        .isCloseTo(6 * Math.pow(1.1, 8), within(1e-4));
  }

  @Test
  void a_product_behind_the_loop_reads_a_constant_as_it_was_though_the_loop_stacks_it() {
    Fn2<Array, Array, List<Array>> f =
        (weights, rows) -> {
          var end =
              scan(
                  (Array h, Array x) -> {
                    var next = h.add(x.sum()).tanh();
                    return new Carry<>(next, List.of(weights, next, next.matmul(weights)));
                  },
                  START,
                  rows);
          return end.output();
        };

    assertJittedAgrees(f);
  }

  @Test
  void a_product_behind_the_loop_reads_a_carry_of_all_iterations() {
    Fn2<Array, Array, List<Array>> f =
        (weights, rows) -> {
          var end =
              scan(
                  (Array h, Array x) ->
                      new Carry<>(h.add(x.sum()).tanh(), List.of(h, h.matmul(weights))),
                  START,
                  rows);
          return end.output();
        };

    assertJittedAgrees(f);
  }

  private static void assertJittedAgrees(Fn2<Array, Array, List<Array>> f) {
    var jitted = jit(f).apply(WEIGHTS, ROWS);

    var expected = Transforms.disableJit(() -> f.apply(WEIGHTS, ROWS));
    for (int i = 0; i < expected.size(); i++) {
      assertThat(jitted.get(i).shape()).isEqualTo(expected.get(i).shape());
      assertThat(jitted.get(i).toFloats())
          .containsExactly(expected.get(i).toFloats(), within(1e-5f));
    }
  }
}
