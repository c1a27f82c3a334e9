package io.cambric.transform;

import static io.cambric.transform.Transforms.customJvp;
import static io.cambric.transform.Transforms.customVjp;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.hessian;
import static io.cambric.transform.Transforms.jacfwd;
import static io.cambric.transform.Transforms.jacrev;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DifferentiationException;
import io.cambric.errors.MissingRuleException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import io.cambric.numpy.Numpy;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Jvp;
import io.cambric.transform.result.WithResiduals;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Derivatives that users write, and derivatives of whole arrays. */
class CustomRulesTest {

  /** The identity, whose gradient is clipped to [-1, 1]. */
  private static final Fn<Array, Array> CLIPPED =
      customVjp(
          (Array x) -> x,
          x -> new WithResiduals<>(x, scalar(0)),
          (Array _, Array cotangent) -> Lax.clamp(scalar(-1), cotangent, scalar(1)));

  private static Array scalar(double value) {
    return NdArray.scalar(DType.F32, value);
  }

  private static Array vector(float... values) {
    return NdArray.of(Shape.of(values.length), values);
  }

  private static Array sum(Array x) {
    return Lax.reduceSum(x, Axes.range(0, x.rank()));
  }

  /**
   * Values that the rule computes of primals are a part of the loop that also computes tangents.
   */
  @Test
  void customJvp_differentiates_a_rule_that_takes_the_tangent_of_a_loop() {
    ArrayFn power = x -> Transforms.foriLoop(0, 3, (_, y) -> Lax.mul(y, x), x);
    ArrayFn custom = customJvp(power, (x, tangent) -> jvp(power, x, tangent));
    ArrayFn summed = x -> sum(Lax.mul(x, custom.apply(x)));

    assertThat(grad(summed).apply(vector(1, 2)).toFloats()).containsExactly(5, 80);
    assertThat(jit(grad(summed)).apply(vector(1, 2)).toFloats()).containsExactly(5, 80);
    assertThat(grad(x -> sum(grad(summed).apply(x))).apply(vector(1, 2)).toFloats())
        .containsExactly(20, 160);
  }

  record Weights(Array kernel, Array bias) {}

  record Pair(Array x, Array y) {}

  @Test
  void customVjp_and_customJvp_have_functions_of_two_pytrees() {
    Fn2<Weights, Pair, Array> line = (w, p) -> p.x().mul(w.kernel()).add(p.y()).add(w.bias()).sum();
    Fn2<Weights, Pair, Array> doubled =
        customVjp(
            line,
            (Weights w, Pair p) ->
                new WithResiduals<>(line.apply(w, p), List.of(w.kernel(), p.x())),
            (List<Array> kept, Array cotangent) ->
                List.of(
                    new Weights(
                        kept.get(1).mul(cotangent).mul(2),
                        Numpy.fullLike(kept.get(1), 2).mul(cotangent)),
                    new Pair(kept.get(0).mul(cotangent).mul(2), Numpy.fullLike(kept.get(1), 5))));
    Fn2<Weights, Pair, Array> tripled =
        customJvp(
            line,
            (Weights w, Pair p, Weights dw, Pair dp) ->
                new Jvp<>(line.apply(w, p), dw.kernel().mul(p.x()).mul(3).sum()));
    var weights = new Weights(vector(1, 2), vector(3, 4));
    var pair = new Pair(vector(5, 6), vector(7, 8));

    var ofFirst = grad((Weights w) -> doubled.apply(w, pair)).apply(weights);
    assertThat(ofFirst.kernel().toFloats()).containsExactly(10, 12);
    assertThat(ofFirst.bias().toFloats()).containsExactly(2, 2);
    var ofSecond = grad((Pair p) -> doubled.apply(weights, p)).apply(pair);
    assertThat(ofSecond.x().toFloats()).containsExactly(2, 4);
    assertThat(ofSecond.y().toFloats()).containsExactly(5, 5);
    var ofRule = grad((Weights w) -> tripled.apply(w, pair)).apply(weights);
    assertThat(ofRule.kernel().toFloats()).containsExactly(15, 18);
    assertThat(ofRule.bias().toFloats()).containsExactly(0, 0);
    Fn2<Weights, Pair, Array> wrong =
        customVjp(
            line,
            (Weights w, Pair p) -> new WithResiduals<>(line.apply(w, p), w.kernel()),
            (Array _, Array _) -> List.of(weights));
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> grad((Weights w) -> wrong.apply(w, pair)).apply(weights))
        .withMessage(
            "The backward rule of customVjp must return one cotangent for each of its two "
                + "arguments, but returned 1. Return List.of(ofFirst, ofSecond).");
  }

  /** As jax 0.10.2: integers and bools among the values have no cotangents. */
  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"I32", "U8", "BOOL"})
  void customVjp_has_values_without_derivatives_beside_those_with_one(DType dtype) {
    Fn<Array, List<Array>> twice =
        customVjp(
            (Array x) -> List.of(NdArray.scalar(dtype, 1), Lax.mul(x, scalar(2)), x.astype(dtype)),
            x ->
                new WithResiduals<>(
                    List.of(NdArray.scalar(dtype, 1), Lax.mul(x, scalar(2)), x.astype(dtype)), x),
            (Array x, List<Array> cotangents) -> cotangents.get(1).mul(x));
    ArrayFn loss =
        x -> {
          var all = twice.apply(x);
          return all.get(1).mul(all.get(0)).add(all.get(2)).sum();
        };

    assertThat(grad(loss).apply(scalar(3)).item()).isEqualTo(3.0);
    assertThat(jit(grad(loss)).apply(scalar(3)).item()).isEqualTo(3.0);
    assertThat(vmap(grad(loss)).apply(vector(3, 5)).toFloats()).containsExactly(3, 5);
    assertThat(grad(x -> vmap(loss).apply(x).sum()).apply(vector(3, 5)).toFloats())
        .containsExactly(3, 5);
    ArrayFn branched = x -> Transforms.cond(x.gt(0), loss, y -> y, x);
    assertThat(grad(branched).apply(scalar(3)).item()).isEqualTo(3.0);
    ArrayFn looped = x -> Transforms.foriLoop(0, 2, (_, y) -> loss.apply(y), x);
    assertThat(grad(looped).apply(scalar(3)).shape()).isEqualTo(Shape.scalar());
    assertThat(grad(Transforms.checkpoint(loss)).apply(scalar(3)).item()).isEqualTo(3.0);
  }

  @Test
  void customVjp_reads_arrays_of_its_backward_rule_in_a_scan() {
    var factors = vector(2, 3);
    Fn<Array, Array> steeper =
        customVjp(
            (Array x) -> x,
            x -> new WithResiduals<>(x, scalar(0)),
            (Array _, Array cotangent) -> Lax.mul(factors, cotangent));
    ArrayFn twice = x -> sum(Transforms.foriLoop(0, 2, (_, y) -> steeper.apply(y), x));
    var lanes = NdArray.of(Shape.of(2, 2), 1, 2, 3, 4);

    assertThat(grad(twice).apply(vector(1, 2)).toFloats()).containsExactly(4, 9);
    assertThat(vmap(grad(twice)).apply(lanes).toFloats()).containsExactly(4, 9, 4, 9);
  }

  @Test
  void customVjp_uses_the_backward_rule_under_grad_vmap_and_jit() {
    ArrayFn steep = x -> Lax.mul(scalar(10), CLIPPED.apply(x));

    assertThat(steep.apply(scalar(3)).item()).isEqualTo(30);
    assertThat(grad(steep).apply(scalar(3)).item()).isEqualTo(1);
    assertThat(jit(grad(steep)).apply(scalar(3)).item()).isEqualTo(1);
    assertThat(vmap(grad(steep)).apply(vector(1, 2)).toFloats()).containsExactly(1, 1);
    assertThat(grad(x -> sum(vmap(steep).apply(x))).apply(vector(1, 2)).toFloats())
        .containsExactly(1, 1);
  }

  @Test
  void customVjp_may_use_arrays_from_outside_in_its_backward_rule_within_loops_and_branches() {
    var factors = vector(2, 3);
    Fn<Array, Array> scaled =
        customVjp(
            (Array x) -> x,
            (Array x) -> new WithResiduals<>(x, x),
            (Array residual, Array cotangent) -> Lax.mul(cotangent, factors));
    ArrayFn looped = x -> sum(Transforms.foriLoop(0, 2, (i, y) -> scaled.apply(y), x));
    ArrayFn branched =
        x -> sum(Transforms.cond(Lax.gt(sum(x), scalar(0)), scaled, (Array y) -> y, x));

    assertThat(grad(looped).apply(vector(1, 1)).toFloats()).containsExactly(4, 9);
    assertThat(jit(grad(looped)).apply(vector(1, 1)).toFloats()).containsExactly(4, 9);
    assertThat(grad(branched).apply(vector(1, 1)).toFloats()).containsExactly(2, 3);
    assertThat(vmap(grad(looped)).apply(vector(1, 1, 1, 1).reshape(2, 2)).toFloats())
        .containsExactly(4, 9, 4, 9);
  }

  @Test
  void customVjp_has_no_forward_derivative() {
    assertThatExceptionOfType(MissingRuleException.class)
        .isThrownBy(() -> jvp(CLIPPED, scalar(1), scalar(1)))
        .withMessageMatching(
            "Forward-mode differentiation reached the customVjp function CustomRulesTest at "
                + ".*, which has only a backward rule\\. Use grad or vjp, or give it a customJvp "
                + "rule\\.");
  }

  @Test
  void customVjp_needs_cotangents_in_the_shape_of_the_argument() {
    Fn<Array, Array> total =
        customVjp(
            CustomRulesTest::sum,
            (Array x) -> new WithResiduals<>(sum(x), scalar(0)),
            (Array _, Array cotangent) -> cotangent);

    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> grad(total).apply(vector(1, 2, 3)))
        .withMessage(
            "The backward rule of customVjp needs a cotangent in the shape and dtype of its"
                + " argument, but it returned f32[] where the argument is f32[3]. Sum or broadcast it.");
  }

  @Test
  void jacobians_need_a_floating_input() {
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> jacrev(x -> x).apply(NdArray.ofInts(Shape.of(2), 1, 2)))
        .withMessage("jacrev needs a floating input, but got i32[2]. Convert it with astype.");
  }

  @Test
  void customJvp_uses_the_rule_and_differentiates_the_rule_again() {
    ArrayFn softplus =
        customJvp(
            x -> Lax.log1p(Lax.exp(x)),
            (x, dx) -> new Jvp<>(Lax.log1p(Lax.exp(x)), Lax.mul(dx, Lax.logistic(x))));

    assertThat(grad(softplus).apply(scalar(100)).item()).isEqualTo(1);
    assertThat(grad(softplus).apply(scalar(-100)).item()).isLessThan(1e-30);
    assertThat(grad(grad(softplus)).apply(scalar(0)).item()).isEqualTo(0.25);
    assertThat(jit(vmap(grad(softplus))).apply(vector(0, 0)).toFloats())
        .containsExactly(0.5f, 0.5f);
  }

  @Test
  void jacobians_agree_and_the_hessian_of_a_quadratic_form_is_its_symmetric_part_twice() {
    var matrix = NdArray.of(Shape.of(2, 2), 1, 2, 3, 4);
    var product = new DotDims(Axes.of(1), Axes.of(0), Axes.of(), Axes.of());
    ArrayFn linear = x -> Lax.dotGeneral(matrix, x, product);

    assertThat(jacfwd(linear).apply(vector(1, 1)).toFloats()).containsExactly(1, 2, 3, 4);
    assertThat(jacrev(linear).apply(vector(1, 1)).toFloats()).containsExactly(1, 2, 3, 4);
    assertThat(hessian(x -> sum(Lax.mul(x, linear.apply(x)))).apply(vector(1, 1)).toFloats())
        .containsExactly(2, 5, 5, 8);
  }

  @Test
  void customJvp_of_two_arrays_has_tangents_of_both() {
    var product =
        customJvp(
            (x, y) -> Lax.mul(x, y),
            (x, y, dx, dy) ->
                new Jvp<>(Lax.mul(x, y), Lax.add(Lax.mul(dx, y), Lax.mul(Lax.mul(dy, x), x))));

    assertThat(grad(product).apply(scalar(2), scalar(3)).item()).isEqualTo(3);
    assertThat(grad(product).argnums(0, 1).apply(scalar(2), scalar(3)).second().item())
        .isEqualTo(4);
    assertThat(jit(product).apply(scalar(2), scalar(3)).item()).isEqualTo(6);
  }

  @Test
  void customVjp_of_arrays_takes_lambdas_without_types() {
    var reversed =
        customVjp(x -> x, x -> new WithResiduals<>(x, List.of(x)), (_, ct) -> Lax.neg(ct));
    var product =
        customVjp(
            (x, y) -> Lax.mul(x, y),
            (x, y) -> new WithResiduals<>(Lax.mul(x, y), List.of(x, y)),
            (res, ct) -> List.of(Lax.mul(ct, res.get(1)), Lax.mul(ct, scalar(10))));

    assertThat(grad(reversed).apply(scalar(2)).item()).isEqualTo(-1);
    assertThat(grad(product).argnums(0, 1).apply(scalar(2), scalar(3)))
        .hasToString("Grads2(0: f32[] 3.0, 1: f32[] 10.0)");
    assertThat(jit(vmap(grad(product))).apply(vector(1, 2), vector(3, 4)).toFloats())
        .containsExactly(3, 4);
  }

  @Test
  void a_tangent_that_depends_on_no_tangent_is_zero_to_a_backward_rule() {
    Fn<Array, Array> flat =
        customJvp((Array x) -> x.mul(2), (x, _) -> new Jvp<>(x.mul(2), Lax.zeros(x.aval())));
    Fn<Array, Array> tripled =
        customVjp(
            (Array x) -> x.mul(3),
            x -> new WithResiduals<>(x.mul(3), List.of()),
            (_, cotangent) -> cotangent.mul(5));
    Fn<Array, Array> both = x -> tripled.apply(flat.apply(x)).add(tripled.apply(x)).sum();
    Fn<Array, Array> ofNoFactors =
        x -> tripled.apply(Lax.reduceProd(Lax.sliceInDim(x, 0, 0, 1, 0), Axes.of(0))).add(x.sum());

    assertThat(grad(both).apply(vector(1, 1)).toFloats()).containsExactly(5, 5);
    assertThat(grad(ofNoFactors).apply(vector(1, 1)).toFloats()).containsExactly(1, 1);
  }
}
