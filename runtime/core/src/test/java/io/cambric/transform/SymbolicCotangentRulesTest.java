package io.cambric.transform;

import static io.cambric.transform.Transforms.checkpoint;
import static io.cambric.transform.Transforms.customVjp;
import static io.cambric.transform.Transforms.customVjpWithSymbolicZeros;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.makeJaxpr;
import static io.cambric.transform.Transforms.vjp;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.MissingRuleException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.lax.Lax;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.ArrayFn2;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.WithResiduals;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Reverse rules with symbolic zeros. */
class SymbolicCotangentRulesTest {

  private static final NdArray ONE = TestArrays.scalar(1);
  private static final NdArray TWO = TestArrays.scalar(2);
  private static final NdArray V = TestArrays.vector(1, 2);

  /** A product that keeps the factors that the derivatives need. */
  private static final ArrayFn2 FRUGAL =
      customVjpWithSymbolicZeros(
          (x, y) -> x.sin().mul(y.exp()),
          (x, y) -> {
            var saved = new ArrayList<@Nullable Array>();
            saved.add(x.isPerturbed() ? x.value().cos() : null);
            saved.add(y.isPerturbed() ? y.value().tanh() : null);
            return new WithResiduals<>(x.value().sin().mul(y.value().exp()), saved);
          },
          (saved, ct) -> {
            var back = new ArrayList<Tangent<Array>>();
            saved.forEach(s -> back.add(s == null ? Tangent.zero() : ct.map(t -> t.mul(s))));
            return back;
          });

  @Test
  void forward_derivatives_do_not_exist() {
    assertThatExceptionOfType(MissingRuleException.class)
        .isThrownBy(() -> jvp((Array x) -> FRUGAL.apply(x, TWO), ONE, ONE))
        .withMessageMatching(
            "Forward-mode differentiation reached the customVjp function "
                + "SymbolicCotangentRulesTest at .*, which has only a backward rule\\. Use grad "
                + "or vjp, or give it a customJvp rule\\.");
  }

  @Test
  void rules_without_the_option_get_arrays_of_zeros() {
    var seen = new ArrayList<String>();
    Fn<List<Array>, List<Array>> f =
        customVjp(
            (List<Array> p) -> List.of(p.get(0).mul(p.get(1)), p.get(0)),
            (List<Array> p) -> new WithResiduals<>(List.of(p.get(0).mul(p.get(1)), p.get(0)), p),
            (p, ct) -> {
              seen.add(ct.get(0).aval() + " " + ct.get(1).aval());
              return List.of(ct.get(0).mul(p.get(1)), ct.get(1));
            });

    assertThat(grad((Array x) -> f.apply(List.of(x, TWO)).getFirst()).apply(ONE).item())
        .isEqualTo(2);
    assertThat(seen).containsExactly("f32[] f32[]");
  }

  @Test
  void the_work_for_an_argument_that_is_not_perturbed_is_not_in_the_program() {
    ArrayFn inFirst = x -> FRUGAL.apply(x, TWO);
    ArrayFn inSecond = y -> FRUGAL.apply(TWO, y);

    for (var program :
        List.of(
            makeJaxpr(grad(inFirst), ONE).toText(),
            makeJaxpr(grad(jit(inFirst)), ONE).toText(),
            makeJaxpr(x -> grad(v -> vmap(inFirst).apply(v).sum()).apply(x), V).toText())) {
      assertThat(program).contains("cos").doesNotContain("tanh");
    }
    assertThat(makeJaxpr(jit(grad(checkpoint(inSecond))), ONE).toText())
        .contains("tanh")
        .doesNotContain("cos");
  }

  @Test
  void rules_are_differentiated_forwards_after_they_ran_backwards() {
    ArrayFn inFirst = x -> FRUGAL.apply(x, TWO);

    assertThat(jvp(grad(inFirst), ONE, ONE).tangent().item()).isCloseTo(-Math.sin(1), within(1e-6));
    assertThat(jit((Array x) -> jvp(grad(inFirst), x, x).tangent()).apply(ONE).item())
        .isCloseTo(-Math.sin(1), within(1e-6));
  }

  @Test
  void passes_with_other_residuals_do_not_disturb_each_other() {
    var staged = jit(FRUGAL);
    var first = vjp((Array x) -> staged.apply(x, TWO), ONE);
    var second = vjp((Array y) -> staged.apply(ONE, y), TWO);
    var both = vjp(staged, ONE, TWO);

    assertThat(first.pullback().apply(ONE).item()).isCloseTo(Math.cos(1), within(1e-6));
    assertThat(second.pullback().apply(ONE).item()).isCloseTo(Math.tanh(2), within(1e-6));
    assertThat(both.pullback().apply(ONE).first().item()).isCloseTo(Math.cos(1), within(1e-6));
    assertThat(both.pullback().apply(ONE).second().item()).isCloseTo(Math.tanh(2), within(1e-6));
  }

  @Test
  void functions_of_an_array_and_of_a_static_argument_have_rules_with_zeros_too() {
    ArrayFn reversed =
        customVjpWithSymbolicZeros(
            x -> x, x -> new WithResiduals<>(x.value(), List.of()), (_, ct) -> ct.map(Lax::neg));
    Fn2<Double, Array, Array> scaled =
        customVjpWithSymbolicZeros(
            (Double factor, Array x) -> x.mul(factor),
            (factor, x) -> new WithResiduals<>(x.value().mul(factor), List.of()),
            (factor, _, ct) -> ct.map(t -> t.mul(10 * factor)));

    assertThat(grad(reversed).apply(ONE).item()).isEqualTo(-1);
    assertThat(grad((Array x) -> scaled.apply(2.0, x)).apply(ONE).item()).isEqualTo(20);
  }

  @Test
  void a_backward_rule_returns_cotangents_like_the_arguments() {
    ArrayFn wrong =
        customVjpWithSymbolicZeros(
            x -> x.sum(), x -> new WithResiduals<>(x.value().sum(), List.of()), (_, ct) -> ct);
    ArrayFn2 tooFew =
        customVjpWithSymbolicZeros(
            (x, y) -> x.mul(y),
            (x, y) -> new WithResiduals<>(x.value().mul(y.value()), List.of()),
            (_, ct) -> List.of(ct));
    ArrayFn2 wrongSecond =
        customVjpWithSymbolicZeros(
            (x, y) -> x.mul(y),
            (x, y) -> new WithResiduals<>(x.value().mul(y.value()), List.of()),
            (_, ct) -> List.of(ct, Tangent.of(V)));

    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> grad(wrong).apply(V))
        .withMessage(
            "The backward rule of customVjp needs a cotangent in the shape and dtype of its"
                + " argument, but it returned f32[] where the argument is f32[2]. Sum or broadcast"
                + " it.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> grad(tooFew).apply(ONE, TWO))
        .withMessage(
            "The backward rule of customVjp must return a cotangent for each of 2 "
                + "arguments, but returned 1. Return Tangent.zero() for an argument without one.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> grad(wrongSecond).apply(ONE, TWO))
        .withMessage(
            "The backward rule of customVjp needs a cotangent in the shape and dtype of its"
                + " argument, but for leaf \"1\" it returned f32[2] where the argument is f32[]. Sum"
                + " or broadcast it.");
  }
}
