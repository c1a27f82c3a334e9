package io.cambric.transform;

import static io.cambric.transform.Transforms.checkpoint;
import static io.cambric.transform.Transforms.cond;
import static io.cambric.transform.Transforms.customJvpWithSymbolicZeros;
import static io.cambric.transform.Transforms.customVjpWithSymbolicZeros;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jacrev;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.stopGradient;
import static io.cambric.transform.Transforms.vjp;
import static io.cambric.transform.Transforms.vmap;
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
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import io.cambric.transform.result.WithResiduals;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reverse rules that see which arguments and results take part. Values, marks and zeros are those
 * of JAX 0.10.2.
 */
class SymbolicCotangentsTest {

  private static final NdArray ONE = TestArrays.scalar(1);
  private static final NdArray TWO = TestArrays.scalar(2);
  private static final NdArray THREE = NdArray.scalar(DType.I32, 3);
  private static final NdArray V = TestArrays.vector(1, 2);

  /** The arguments of a function, or the parts of its value. */
  private record Both(Array first, Array second) {}

  private static Both value(Both both) {
    return new Both(both.first().sin().mul(both.second()), both.first().add(both.second()));
  }

  /** The sine of the first times the second, and their sum; notes the marks and zeros it gets. */
  private static Fn2<Array, Array, Both> sinAndSum(Set<String> seen) {
    Fn<Both, Both> rule =
        customVjpWithSymbolicZeros(
            SymbolicCotangentsTest::value,
            p -> {
              seen.add(
                  "forward %s %s"
                      .formatted(
                          mark(p.isPerturbed(Both::first)), mark(p.isPerturbed(Both::second))));
              assertThat(p.isPerturbed()).isTrue();
              return new WithResiduals<>(
                  sinAndSum(seen).apply(p.value().first(), p.value().second()), p.value());
            },
            (saved, ct) -> {
              var product = ct.get(Both::first);
              var sum = ct.get(Both::second);
              seen.add("backward %s %s".formatted(word(product), word(sum)));
              var x = saved.first();
              var y = saved.second();
              return Tangent.<Both>zero()
                  .with(Both::first, product.map(t -> t.mul(x.cos()).mul(y)).plus(sum))
                  .with(
                      Both::second,
                      y.dtype().isFloating()
                          ? product.map(t -> t.mul(x.sin())).plus(sum)
                          : Tangent.zero());
            });
    return (x, y) -> rule.apply(new Both(x, y));
  }

  private static String mark(boolean perturbed) {
    return perturbed ? "yes" : "no";
  }

  private static String word(Tangent<?> tangent) {
    return tangent.isZero() ? "zero" : "array";
  }

  private record Case(
      String name,
      Function<Fn2<Array, Array, Both>, Array> derivative,
      List<String> seen,
      double... values) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<String> IN_FIRST = List.of("forward yes no", "backward array zero");
  private static final List<String> IN_SECOND = List.of("forward no yes", "backward array zero");

  private static ArrayFn2 product(Fn2<Array, Array, Both> f) {
    return (x, y) -> f.apply(x, y).first();
  }

  private static Array list(Array... arrays) {
    return Lax.concatenate(Stream.of(arrays).map(array -> array.reshape(array.size())).toList(), 0);
  }

  static Stream<Case> cases() {
    return Stream.of(
        new Case(
            "the product in the first", f -> grad(product(f)).apply(ONE, TWO), IN_FIRST, 1.0806046),
        new Case(
            "the product in the second",
            f -> grad(product(f)).argnums(1).apply(ONE, TWO).second(),
            IN_SECOND,
            0.84147096),
        new Case(
            "the product in both",
            f -> {
              var both = grad(product(f)).argnums(0, 1).apply(ONE, TWO);
              return list(both.first(), both.second());
            },
            List.of("forward yes yes", "backward array zero"),
            1.0806046,
            0.84147096),
        new Case(
            "the sum in the first",
            f -> grad((Array x) -> f.apply(x, TWO).second()).apply(ONE),
            List.of("forward yes no", "backward zero array"),
            1),
        new Case(
            "product and sum in the second",
            f ->
                grad((Array y) -> f.apply(ONE, y).first().add(f.apply(ONE, y).second())).apply(TWO),
            List.of("forward no yes", "backward zero array", "backward array zero"),
            1.841471),
        new Case(
            "all parts of one call",
            f ->
                grad(
                        (Array y) -> {
                          var both = f.apply(ONE, y);
                          return both.first().add(both.second());
                        })
                    .apply(TWO),
            List.of("forward no yes", "backward array array"),
            1.841471),
        new Case(
            "vjp with an array of zeros",
            f ->
                vjp((Array x) -> f.apply(x, TWO), ONE)
                    .pullback()
                    .apply(new Both(ONE, TestArrays.scalar(0))),
            List.of("forward yes no", "backward array array"),
            1.0806046),
        new Case("grad of jit", f -> grad(jit(product(f))).apply(ONE, TWO), IN_FIRST, 1.0806046),
        new Case("jit of grad", f -> jit(grad(product(f))).apply(ONE, TWO), IN_FIRST, 1.0806046),
        new Case(
            "a part of the value of jit",
            f -> grad((Array x) -> jit(f).apply(x, TWO).first()).apply(ONE),
            IN_FIRST,
            1.0806046),
        new Case(
            "vmap of grad",
            f -> vmap(grad(product(f))).apply(V, V),
            IN_FIRST,
            0.5403023,
            -0.8322937),
        new Case(
            "grad of vmap",
            f -> grad((Array a, Array b) -> vmap(product(f)).apply(a, b).sum()).apply(V, V),
            IN_FIRST,
            0.5403023,
            -0.8322937),
        new Case(
            "grad of vmap, the first not mapped",
            f ->
                grad((Array a, Array b) -> vmap(product(f)).inAxes(null, 0).apply(a, b).sum())
                    .apply(ONE, V),
            IN_FIRST,
            1.6209068),
        new Case(
            "grad of vmap in the second, the first not mapped",
            f ->
                grad((Array a, Array b) -> vmap(product(f)).inAxes(null, 0).apply(a, b).sum())
                    .argnums(1)
                    .apply(ONE, V)
                    .second(),
            IN_SECOND,
            0.84147096,
            0.84147096),
        new Case(
            "checkpoint", f -> grad(checkpoint(product(f))).apply(ONE, TWO), IN_FIRST, 1.0806046),
        new Case(
            "scan over a constant",
            f ->
                grad((Array x) ->
                        scan((Array c, Array b) -> new Carry<>(c, f.apply(x, b).first()), ONE, V)
                            .output()
                            .sum())
                    .apply(ONE),
            IN_FIRST,
            1.6209068),
        new Case(
            "scan of a carry",
            f ->
                grad((Array x) ->
                        scan(
                                (Array c, Array b) -> new Carry<>(f.apply(c, b).first(), List.of()),
                                x,
                                V)
                            .carry())
                    .apply(ONE),
            IN_FIRST,
            0.72007895),
        new Case(
            "scan with an output that is not used",
            f ->
                grad((Array x) ->
                        scan(
                                (Array c, Array b) -> {
                                  var both = f.apply(c, b);
                                  return new Carry<>(both.first(), both.second());
                                },
                                x,
                                V)
                            .carry())
                    .apply(ONE),
            IN_FIRST,
            0.72007895),
        new Case(
            "a branch",
            f ->
                grad((Array x) -> cond(x.gt(0), (Array z) -> f.apply(z, TWO).first(), z -> z, x))
                    .apply(ONE),
            IN_FIRST,
            1.0806046),
        new Case(
            "jacrev",
            f -> jacrev((Array a) -> f.apply(a, V).first()).apply(V).reshape(4),
            IN_FIRST,
            0.5403023,
            0,
            0,
            -0.8322937),
        new Case("grad of grad", f -> grad(grad(product(f))).apply(ONE, TWO), IN_FIRST, -1.6829419),
        new Case(
            "a stopped gradient",
            f -> grad((Array x) -> f.apply(x, stopGradient(x)).first()).apply(ONE),
            IN_FIRST,
            0.5403023),
        new Case("an integer", f -> grad(product(f)).apply(ONE, THREE), IN_FIRST, 1.6209068),
        new Case(
            "an integer in vjp",
            f -> vjp(product(f), ONE, THREE).pullback().apply(ONE).first(),
            IN_FIRST,
            1.6209068),
        new Case(
            "an integer made of the argument",
            f -> grad((Array x) -> f.apply(x, x.astype(DType.I32)).first()).apply(ONE),
            IN_FIRST,
            0.5403023),
        new Case(
            "an integer made of the argument, under jit",
            f -> grad(jit((Array x) -> f.apply(x, x.astype(DType.I32)).first())).apply(ONE),
            IN_FIRST,
            0.5403023));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void the_rules_get_marks_and_symbolic_zeros_as_in_JAX(Case example) {
    var seen = new LinkedHashSet<String>();

    var derivative = example.derivative().apply(sinAndSum(seen));

    assertThat(seen).containsExactlyElementsOf(example.seen());
    assertThat(TestArrays.doubles(derivative)).containsExactly(example.values(), within(1e-6));
  }

  @Test
  void mixed_derivatives_mark_what_each_is_taken_in() {
    var seen = new LinkedHashSet<String>();

    var mixed = grad(grad(product(sinAndSum(seen)))).argnums(1).apply(ONE, TWO).second();

    assertThat(seen).contains("forward yes no", "forward no yes");
    assertThat(mixed.item()).isCloseTo(0.5403023, within(1e-6));
  }

  @Test
  void the_rules_do_not_run_where_nothing_is_differentiated() {
    var seen = new LinkedHashSet<String>();
    var f = product(sinAndSum(seen));

    assertThat(grad((Array a) -> a.mul(jit(f).apply(ONE, TWO))).apply(ONE).item())
        .isCloseTo(1.6829419, within(1e-6));
    assertThat(seen).isEmpty();
  }

  @Test
  void the_backward_rule_does_not_run_where_no_cotangent_comes() {
    var seen = new LinkedHashSet<String>();
    var f = product(sinAndSum(seen));

    var slope =
        grad(
                (Array x) -> {
                  f.apply(x, TWO);
                  return x;
                })
            .apply(ONE);

    assertThat(slope.item()).isEqualTo(1);
    assertThat(seen).containsExactly("forward yes no");
  }

  @Test
  void a_zero_that_a_backward_rule_returns_keeps_the_one_before_it_from_running() {
    var seen = new LinkedHashSet<String>();
    var f = product(sinAndSum(seen));
    var ofFirst =
        customVjpWithSymbolicZeros(
            (x, y) -> x.mul(y),
            (x, y) -> new WithResiduals<>(x.value().mul(y.value()), y.value()),
            (y, ct) -> List.of(ct.map(t -> t.mul(y)), Tangent.zero()));
    ArrayFn2 chain = (x, w) -> ofFirst.apply(x, f.apply(w, w));

    for (ArrayFn2 derived : List.of(chain, (ArrayFn2) jit(chain))) {
      var both = grad(derived).argnums(0, 1).apply(ONE, TWO);
      assertThat(both.first().item()).isCloseTo(1.8185948, within(1e-6));
      assertThat(both.second().item()).isZero();
    }
    var lanes = grad((Array a, Array b) -> vmap(chain).apply(a, b).sum()).argnums(0, 1).apply(V, V);
    assertThat(lanes.first().toFloats())
        .containsExactly(new float[] {0.84147096f, 1.8185948f}, within(1e-6f));
    assertThat(lanes.second().toFloats()).containsExactly(0, 0);
    assertThat(seen).containsExactly("forward yes yes");
  }

  @Test
  void a_symbolic_zero_of_a_forward_rule_marks_an_argument_as_not_perturbed() {
    var seen = new LinkedHashSet<String>();
    var f = product(sinAndSum(seen));
    ArrayFn flat =
        customJvpWithSymbolicZeros(
            x -> x.mul(2), (x, _) -> new OutputAndTangent<>(x.mul(2), Tangent.zero()));

    assertThat(grad((Array x) -> f.apply(x, flat.apply(x))).apply(ONE).item())
        .isCloseTo(1.0806046, within(1e-6));
    assertThat(seen).containsExactlyElementsOf(IN_FIRST);
  }
}
