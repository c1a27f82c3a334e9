package io.cambric.transform;

import static io.cambric.transform.Transforms.checkpoint;
import static io.cambric.transform.Transforms.cond;
import static io.cambric.transform.Transforms.customJvpWithSymbolicZeros;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jacfwd;
import static io.cambric.transform.Transforms.jacrev;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.linearize;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.stopGradient;
import static io.cambric.transform.Transforms.vjp;
import static io.cambric.transform.Transforms.vmap;
import static io.cambric.transform.Transforms.whileLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.ArrayFn2;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Carry;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Forward rules that see which tangents are absent. Values and zeros are those of JAX 0.10.2. */
class SymbolicZerosTest {

  private static final NdArray ONE = TestArrays.scalar(1);
  private static final NdArray TWO = TestArrays.scalar(2);
  private static final NdArray THREE = NdArray.scalar(DType.I32, 3);
  private static final NdArray V = TestArrays.vector(1, 2);

  /** The sine of one argument times the other; notes the tangents that its rule gets. */
  private static ArrayFn2 sinTimes(Set<String> seen) {
    return customJvpWithSymbolicZeros(
        (x, y) -> x.sin().mul(y),
        (x, y, xDot, yDot) -> {
          seen.add(word(xDot) + " " + word(yDot));
          return new OutputAndTangent<>(
              sinTimes(seen).apply(x, y),
              xDot.map(t -> t.mul(x.cos()).mul(y)).plus(yDot.map(t -> t.mul(x.sin()))));
        });
  }

  private static String word(Tangent<?> tangent) {
    return tangent.isZero() ? "zero" : "array";
  }

  private record Case(
      String name, Function<ArrayFn2, Array> derivative, String seen, double... values) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Array list(Array... arrays) {
    return Lax.concatenate(Stream.of(arrays).map(array -> array.reshape(array.size())).toList(), 0);
  }

  /** One step of a loop whose second carry has a tangent only after the first step. */
  private static Array late(ArrayFn2 f, Array x) {
    return scan(
            (List<Array> c, Array b) ->
                new Carry<>(List.of(f.apply(c.get(0), c.get(1)), x.mul(b)), List.of()),
            List.<Array>of(ONE, ONE),
            V)
        .carry()
        .getFirst();
  }

  static Stream<Case> cases() {
    return Stream.of(
        new Case("grad in the first", f -> grad(f).apply(ONE, TWO), "array zero", 1.0806046),
        new Case(
            "grad in the second",
            f -> grad(f).argnums(1).apply(ONE, TWO).second(),
            "zero array",
            0.84147096),
        new Case(
            "grad in both",
            f -> {
              var both = grad(f).argnums(0, 1).apply(ONE, TWO);
              return list(both.first(), both.second());
            },
            "array array",
            1.0806046,
            0.84147096),
        new Case(
            "jvp of a function of the first",
            f -> jvp((Array x) -> f.apply(x, TWO), ONE, ONE).tangent(),
            "array zero",
            1.0806046),
        new Case(
            "jvp along an array of zeros",
            f -> jvp(f, ONE, TWO, ONE, TestArrays.scalar(0)).tangent(),
            "array array",
            1.0806046),
        new Case(
            "linearize",
            f -> linearize((Array x) -> f.apply(x, TWO), ONE).linear().apply(ONE),
            "array zero",
            1.0806046),
        new Case("grad of jit", f -> grad(jit(f)).apply(ONE, TWO), "array zero", 1.0806046),
        new Case("jit of grad", f -> jit(grad(f)).apply(ONE, TWO), "array zero", 1.0806046),
        new Case(
            "grad of jit in the second",
            f -> grad(jit(f)).argnums(1).apply(ONE, TWO).second(),
            "zero array",
            0.84147096),
        new Case(
            "vmap of grad", f -> vmap(grad(f)).apply(V, V), "array zero", 0.5403023, -0.8322937),
        new Case(
            "vmap of grad, the second not mapped",
            f -> vmap(grad(f)).inAxes(0, null).apply(V, TWO),
            "array zero",
            1.0806046,
            -0.8322937),
        new Case(
            "grad of vmap",
            f -> grad((Array a, Array b) -> vmap(f).apply(a, b).sum()).apply(V, V),
            "array zero",
            0.5403023,
            -0.8322937),
        new Case(
            "grad of vmap, the first not mapped",
            f ->
                grad((Array a, Array b) -> vmap(f).inAxes(null, 0).apply(a, b).sum()).apply(ONE, V),
            "array zero",
            1.6209068),
        new Case(
            "grad of vmap in the second, the first not mapped",
            f ->
                grad((Array a, Array b) -> vmap(f).inAxes(null, 0).apply(a, b).sum())
                    .argnums(1)
                    .apply(ONE, V)
                    .second(),
            "zero array",
            0.84147096,
            0.84147096),
        new Case(
            "jvp of vmap",
            f -> jvp((Array a) -> vmap(f).apply(a, V), V, V).tangent(),
            "array zero",
            0.5403023,
            -1.6645874),
        new Case(
            "vmap of jvp",
            f -> vmap((Array a) -> jvp((Array x) -> f.apply(x, TWO), a, a).tangent()).apply(V),
            "array zero",
            1.0806046,
            -1.6645874),
        new Case(
            "vmap of vmap of grad",
            f -> jit(vmap(vmap(grad(f)))).apply(V.reshape(1, 2), V.reshape(1, 2)).reshape(2),
            "array zero",
            0.5403023,
            -0.8322937),
        new Case("checkpoint", f -> grad(checkpoint(f)).apply(ONE, TWO), "array zero", 1.0806046),
        new Case(
            "scan over a constant",
            f ->
                grad((Array x) ->
                        scan((Array c, Array b) -> new Carry<>(c, f.apply(x, b)), ONE, V)
                            .output()
                            .sum())
                    .apply(ONE),
            "array zero",
            1.6209068),
        new Case(
            "scan of a carry",
            f ->
                grad((Array x) ->
                        scan((Array c, Array b) -> new Carry<>(f.apply(c, b), List.of()), x, V)
                            .carry())
                    .apply(ONE),
            "array zero",
            0.72007895),
        new Case(
            "scan of a carry in the second",
            f ->
                grad((Array x) ->
                        scan((Array c, Array b) -> new Carry<>(f.apply(b, c), List.of()), x, V)
                            .carry())
                    .apply(ONE),
            "zero array",
            0.7651474),
        new Case(
            "a branch",
            f ->
                grad((Array x) -> cond(x.gt(0), (Array z) -> f.apply(z, TWO), z -> z, x))
                    .apply(ONE),
            "array zero",
            1.0806046),
        new Case(
            "a while loop",
            f ->
                jvp(
                        (Array x) ->
                            whileLoop(
                                (Array c) -> c.lt(10), (Array c) -> f.apply(c, TWO).add(10), x),
                        ONE,
                        ONE)
                    .tangent(),
            "array zero",
            1.0806046),
        new Case("grad of grad", f -> grad(grad(f)).apply(ONE, TWO), "array zero", -1.6829419),
        new Case(
            "jit of grad of grad",
            f -> jit(grad(grad(f))).apply(ONE, TWO),
            "array zero",
            -1.6829419),
        new Case(
            "jacrev",
            f -> jacrev((Array a) -> f.apply(a, V)).apply(V).reshape(4),
            "array zero",
            0.5403023,
            0,
            0,
            -0.8322937),
        new Case(
            "jacfwd",
            f -> jacfwd((Array a) -> f.apply(a, V)).apply(V).reshape(4),
            "array zero",
            0.5403023,
            0,
            0,
            -0.8322937),
        new Case(
            "a stopped gradient",
            f -> grad((Array x) -> f.apply(x, stopGradient(x))).apply(ONE),
            "array zero",
            0.5403023),
        new Case(
            "a stopped gradient, forwards",
            f -> jvp((Array x) -> f.apply(x, stopGradient(x)), ONE, ONE).tangent(),
            "array zero",
            0.5403023),
        new Case("an integer", f -> grad(f).apply(ONE, THREE), "array zero", 1.6209068),
        new Case(
            "an integer in vjp",
            f -> vjp(f, ONE, THREE).pullback().apply(ONE).first(),
            "array zero",
            1.6209068),
        new Case(
            "an integer made of the argument",
            f -> grad((Array x) -> f.apply(x, x.astype(DType.I32))).apply(ONE),
            "array zero",
            0.5403023),
        new Case(
            "an integer made of the argument, under jit",
            f -> grad(jit((Array x) -> f.apply(x, x.astype(DType.I32)))).apply(ONE),
            "array zero",
            0.5403023));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void the_rule_gets_symbolic_zeros_where_it_does_in_JAX(Case example) {
    var seen = new LinkedHashSet<String>();

    var derivative = example.derivative().apply(sinTimes(seen));

    assertThat(seen).containsExactly(example.seen());
    assertThat(TestArrays.doubles(derivative)).containsExactly(example.values(), within(1e-6));
  }

  @Test
  void derivatives_of_derivatives_are_zero_in_what_they_are_not_taken_in() {
    var seen = new LinkedHashSet<String>();

    var mixed = grad(grad(sinTimes(seen))).argnums(1).apply(ONE, TWO).second();

    assertThat(seen).containsExactly("array zero", "zero array");
    assertThat(mixed.item()).isCloseTo(0.5403023, within(1e-6));
  }

  @Test
  void the_tangent_of_a_carry_is_an_array_once_a_step_makes_one() {
    var seen = new LinkedHashSet<String>();
    var f = sinTimes(seen);

    assertThat(grad((Array x) -> late(f, x)).apply(ONE).item()).isCloseTo(0.7456241, within(1e-6));
    assertThat(jvp((Array x) -> late(f, x), ONE, ONE).tangent().item())
        .isCloseTo(0.7456241, within(1e-6));
    assertThat(seen).last().isEqualTo("array array");
  }

  @Test
  void a_rule_does_not_run_where_nothing_is_differentiated() {
    var seen = new LinkedHashSet<String>();
    var f = sinTimes(seen);

    assertThat(f.apply(ONE, TWO).item()).isCloseTo(1.6829419, within(1e-6));
    assertThat(grad((Array a) -> a.mul(f.apply(ONE, TWO))).apply(ONE).item())
        .isCloseTo(1.6829419, within(1e-6));
    assertThat(grad((Array a) -> a.mul(jit(f).apply(ONE, TWO))).apply(ONE).item())
        .isCloseTo(1.6829419, within(1e-6));
    assertThat(seen).isEmpty();
  }

  /** A value whose second part is constant to the rule. */
  private static final Fn<Array, List<Array>> HALF_FLAT =
      customJvpWithSymbolicZeros(
          (Array x) -> List.of(x, x.mul(2)),
          (x, xDot) ->
              new OutputAndTangent<>(
                  List.of(x, x.mul(2)), Tangent.<List<Array>>zero().with(List::getFirst, xDot)));

  static Stream<Case> chains() {
    Function<ArrayFn2, ArrayFn> chain =
        f ->
            x -> {
              var parts = HALF_FLAT.apply(x);
              return f.apply(parts.get(0), parts.get(1));
            };
    return Stream.of(
        new Case("grad", f -> grad(chain.apply(f)).apply(ONE), "array zero", 1.0806046),
        new Case("jvp", f -> jvp(chain.apply(f), ONE, ONE).tangent(), "array zero", 1.0806046),
        new Case("jit", f -> grad(jit(chain.apply(f))).apply(ONE), "array zero", 1.0806046),
        new Case(
            "grad of vmap",
            f -> grad((Array v) -> vmap(chain.apply(f)).apply(v).sum()).apply(V),
            "array zero",
            1.0806046,
            -1.6645874),
        new Case(
            "jvp of vmap",
            f -> jvp((Array v) -> vmap(chain.apply(f)).apply(v), V, V).tangent(),
            "array zero",
            1.0806046,
            -3.3291748),
        new Case(
            "scan",
            f ->
                grad((Array x) ->
                        scan(
                                (Array c, Array b) ->
                                    new Carry<>(chain.apply(f).apply(c), List.of()),
                                x,
                                V)
                            .carry())
                    .apply(ONE),
            "array zero",
            -0.40704027));
  }

  @ParameterizedTest
  @MethodSource("chains")
  void a_symbolic_zero_that_a_rule_returns_reaches_the_next_rule(Case example) {
    var seen = new LinkedHashSet<String>();

    var derivative = example.derivative().apply(sinTimes(seen));

    assertThat(seen).containsExactly(example.seen());
    assertThat(TestArrays.doubles(derivative)).containsExactly(example.values(), within(1e-6));
  }
}
