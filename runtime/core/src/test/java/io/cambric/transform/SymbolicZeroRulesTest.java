package io.cambric.transform;

import static io.cambric.transform.Transforms.checkpoint;
import static io.cambric.transform.Transforms.customJvp;
import static io.cambric.transform.Transforms.customJvpWithSymbolicZeros;
import static io.cambric.transform.Transforms.customJvps;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.makeJaxpr;
import static io.cambric.transform.Transforms.vjp;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Jvp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Forward rules with symbolic zeros, and derivatives along each argument. */
class SymbolicZeroRulesTest {

  private static final NdArray ONE = TestArrays.scalar(1);
  private static final NdArray TWO = TestArrays.scalar(2);
  private static final NdArray V = TestArrays.vector(1, 2);

  private record Params(Array kernel, Array bias, Array steps) {}

  private static final Params PARAMS =
      new Params(V, TestArrays.scalar(3), NdArray.scalar(DType.I32, 4));

  @Test
  void rules_without_the_option_get_arrays_of_zeros() {
    var seen = new ArrayList<String>();
    var f =
        customJvp(
            (Array x, Array y) -> x.mul(y),
            (x, y, xDot, yDot) -> {
              seen.add(xDot.aval() + " " + yDot.aval());
              return new Jvp<>(x.mul(y), xDot.mul(y).add(yDot.mul(x)));
            });

    assertThat(grad(f).apply(ONE, TWO).item()).isEqualTo(2);
    assertThat(grad(f).argnums(1).apply(ONE, TWO).second().item()).isEqualTo(1);
    assertThat(seen).containsExactly("f32[] f32[]", "f32[] f32[]");
  }

  @Test
  void the_work_for_an_absent_tangent_is_not_in_the_program() {
    var f =
        customJvpWithSymbolicZeros(
            (x, y) -> x.sin().mul(y.exp()),
            (x, y, xDot, yDot) ->
                new OutputAndTangent<>(
                    x.sin().mul(y.exp()),
                    xDot.map(t -> t.mul(x.cos())).plus(yDot.map(t -> t.mul(x.tanh())))));
    ArrayFn inFirst = x -> f.apply(x, TWO);
    ArrayFn inSecond = y -> f.apply(TWO, y);

    for (var program :
        List.of(
            makeJaxpr(grad(inFirst), ONE).toText(),
            makeJaxpr(x -> jvp(inFirst, x, x).tangent(), ONE).toText(),
            makeJaxpr(x -> grad(v -> vmap(inFirst).apply(v).sum()).apply(x), V).toText())) {
      assertThat(program).contains("cos").doesNotContain("tanh");
    }
    for (var program :
        List.of(
            makeJaxpr(grad(inSecond), ONE).toText(),
            makeJaxpr(jit(grad(checkpoint(inSecond))), ONE).toText())) {
      assertThat(program).contains("tanh").doesNotContain("cos");
    }
  }

  @Test
  void leaves_of_a_record_have_tangents_of_their_own() {
    var seen = new ArrayList<String>();
    Fn<Params, Array> f =
        customJvpWithSymbolicZeros(
            (Params p) -> p.kernel().sum().mul(p.bias()),
            (p, dot) -> {
              seen.add(
                  "%s %s %s %s"
                      .formatted(
                          dot.isZero(),
                          dot.isZero(Params::kernel),
                          dot.isZero(Params::bias),
                          dot.isZero(Params::steps)));
              assertThat(dot.instantiate().kernel().shape()).isEqualTo(Shape.of(2));
              return new OutputAndTangent<>(
                  p.kernel().sum().mul(p.bias()),
                  dot.get(Params::kernel)
                      .map(t -> t.sum().mul(p.bias()))
                      .plus(dot.get(Params::bias).map(t -> t.mul(p.kernel().sum()))));
            });

    var inKernel = grad((Array k) -> f.apply(new Params(k, PARAMS.bias(), PARAMS.steps())));
    var inBias = grad((Array b) -> f.apply(new Params(PARAMS.kernel(), b, PARAMS.steps())));

    assertThat(inKernel.apply(V).toFloats()).containsExactly(3, 3);
    assertThat(inBias.apply(ONE).item()).isEqualTo(3);
    assertThat(vjp(f, PARAMS).pullback().apply(ONE).kernel().toFloats()).containsExactly(3, 3);
    assertThat(seen)
        .containsExactly(
            "false false true true", "false true false true", "false false false true");
  }

  @Test
  void a_static_argument_comes_first() {
    Fn2<Double, Array, Array> scaled =
        customJvpWithSymbolicZeros(
            (Double factor, Array x) -> x.mul(factor),
            (factor, x, dot) -> new OutputAndTangent<>(x.mul(factor), dot.map(t -> t.mul(10))));

    assertThat(grad((Array x) -> scaled.apply(2.0, x)).apply(ONE).item()).isEqualTo(10);
  }

  @Test
  void a_function_whose_tangent_is_zero_has_derivatives_of_zeros() {
    ArrayFn flat =
        customJvpWithSymbolicZeros(
            x -> x.mul(2), (x, dot) -> new OutputAndTangent<>(x.mul(2), Tangent.zero()));

    assertThat(grad(flat).apply(ONE).item()).isZero();
    assertThat(jvp(flat, ONE, ONE).tangent().item()).isZero();
    assertThat(vmap(grad(flat)).apply(V).toFloats()).containsExactly(0, 0);
  }

  @Test
  void a_rule_returns_tangents_like_the_value_of_the_function() {
    ArrayFn wrongArray =
        customJvpWithSymbolicZeros(x -> x.sum(), (x, dot) -> new OutputAndTangent<>(x.sum(), dot));
    ArrayFn wrongZero =
        customJvpWithSymbolicZeros(
            x -> x.sum(), (x, _) -> new OutputAndTangent<>(x.sum(), Tangent.zeroFromPrimal(x)));
    ArrayFn wrongDType =
        customJvpWithSymbolicZeros(
            x -> x, (x, dot) -> new OutputAndTangent<>(x, dot.map(t -> t.astype(DType.BF16))));

    for (var wrong : List.of(wrongArray, wrongZero)) {
      assertThatExceptionOfType(ShapeException.class)
          .isThrownBy(() -> grad(wrong).apply(V))
          .withMessage(
              "The rule of customJvp needs a tangent in the shape and dtype of the function's"
                  + " value, but it returned f32[2] where the value is f32[]. Sum or broadcast it.");
    }
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> grad(wrongDType).apply(ONE))
        .withMessage(
            "The rule of customJvp needs a tangent in the shape and dtype of the function's value,"
                + " but it returned bf16[] where the value is f32[]. Convert it with astype.");
  }

  @Test
  void customJvps_takes_a_derivative_along_each_argument() {
    var f =
        customJvps(
            (x, y) -> x.sin().mul(y),
            (xDot, _, x, y) -> x.cos().mul(xDot).mul(y),
            (yDot, _, x, _) -> x.sin().mul(yDot));
    var both = grad(f).argnums(0, 1).apply(ONE, TWO);

    assertThat(both.first().item()).isCloseTo(1.0806046, within(1e-6));
    assertThat(both.second().item()).isCloseTo(0.84147096, within(1e-6));
    assertThat(grad(grad(f)).apply(ONE, TWO).item()).isCloseTo(-1.6829419, within(1e-6));
    assertThat(makeJaxpr(grad(y -> f.apply(ONE, y)), TWO).toText()).doesNotContain("cos");
  }

  @Test
  void customJvps_reads_the_value_and_takes_a_null_for_zero() {
    var ofFirst = customJvps((x, y) -> x.exp().mul(y), (xDot, out, _, _) -> out.mul(xDot), null);
    ArrayFn exp = customJvps(x -> x.exp(), (dot, out, _) -> out.mul(dot));
    Fn<Params, Array> squared =
        customJvps(
            (Params p) -> p.kernel().mul(p.kernel()).sum(),
            (dot, _, p) -> p.kernel().mul(dot.kernel()).sum().mul(2));

    assertThat(grad(ofFirst).apply(ONE, TWO).item()).isCloseTo(2 * Math.E, within(1e-6));
    assertThat(grad(ofFirst).argnums(1).apply(ONE, TWO).second().item()).isZero();
    assertThat(grad(grad(exp)).apply(ONE).item()).isCloseTo(Math.E, within(1e-6));
    assertThat(vjp(squared, PARAMS).pullback().apply(ONE).kernel().toFloats())
        .containsExactly(2, 4);
  }
}
