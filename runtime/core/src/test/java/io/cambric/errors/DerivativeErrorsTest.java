package io.cambric.errors;

import static io.cambric.transform.Transforms.customJvp;
import static io.cambric.transform.Transforms.customVjp;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.vjp;
import static io.cambric.transform.Transforms.whileLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import io.cambric.testing.TestArrays;
import io.cambric.testing.UserCode;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Jvp;
import io.cambric.transform.result.WithResiduals;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Messages about derivatives that do not exist, and about rules that return the wrong thing. */
class DerivativeErrorsTest {

  private static final Array ONE = NdArray.scalar(DType.F32, 1);
  private static final Array X = NdArray.of(Shape.of(3), 1, 2, 3);

  /** {@return the message, with LINE for each file and line} */
  private static String message(ThrowingCallable body) {
    return catchThrowable(body)
        .getMessage()
        .replaceAll("\\w+\\.java:\\d+", "LINE")
        .replaceAll("\\$\\d+", "\\$N");
  }

  @Test
  void losses_that_are_no_floating_scalars() {
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> grad(x -> x.mul(x)).apply(X))
        .withMessage(
            "grad needs a function with a scalar output, but it returned f32[3]. Sum or average it,"
                + " or use vjp or jacrev.");
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> grad(x -> x.sum().astype(DType.I32)).apply(X))
        .withMessage(
            "grad needs a function with a floating output, but it returned i32[]. Convert the loss"
                + " with astype.");
  }

  @Test
  void arguments_that_are_integers() {
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() ->
            grad((Map<String, Array> m) -> m.get("w").sum())
                .apply(Map.of("w", X, "step", X.astype(DType.I32))))
        .withMessage(
            "grad needs floating inputs, but leaf \"step\" is i32[3]. Close over it instead of"
                + " passing it, or convert it with astype.");
  }

  @Test
  void reverse_mode_through_a_loop_of_unknown_length_names_the_line_of_the_loop() {
    var expected =
        "Reverse-mode differentiation reached a whileLoop, or a foriLoop with arrays as "
            + "bounds, at UserCode.doubledPastTen(LINE). The number of its iterations is "
            + "unknown while it is traced. Use scan, or foriLoop with Java bounds.";

    assertThat(message(() -> grad(x -> UserCode.doubledPastTen(x)).apply(ONE))).isEqualTo(expected);
    assertThat(message(() -> jit(grad(x -> UserCode.doubledPastTen(x))).apply(ONE)))
        .isEqualTo(expected);
    assertThat(message(() -> grad(jit(x -> UserCode.doubledPastTen(x))).apply(ONE)))
        .isEqualTo(expected);
    assertThat(
            message(
                () -> grad(x -> grad(jit(y -> UserCode.doubledPastTen(y))).apply(x)).apply(ONE)))
        .isEqualTo(expected);
  }

  @Test
  void forward_mode_through_a_function_with_a_backward_rule_only() {
    Fn<Array, Array> f =
        customVjp((Array x) -> x, x -> new WithResiduals<>(x, List.of()), (_, ct) -> ct);

    assertThat(message(() -> jvp(f, ONE, ONE)))
        .isEqualTo(
            "Forward-mode differentiation reached the customVjp function "
                + "DerivativeErrorsTest at "
                + "DerivativeErrorsTest.lambda$forward_mode_through_a_function_with_a_backward_rule_only$N(LINE), "
                + "which has only a backward rule. Use grad or vjp, or give it a customJvp rule.");
  }

  @Test
  void tangents_and_cotangents_of_other_types() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> jvp(x -> x.sin(), X, ONE))
        .withMessage(
            "jvp needs each tangent in the shape and dtype of its primal, but the primal is f32[3]"
                + " and its tangent f32[]. Broadcast or reduce it.");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> jvp(x -> x.sin(), X, X.astype(DType.I32)))
        .withMessage(
            "jvp needs each tangent in the shape and dtype of its primal, but the primal is f32[3]"
                + " and its tangent i32[3]. Convert it with astype.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> vjp(x -> x.sum(), X).pullback().apply(X))
        .withMessage(
            "vjp needs each cotangent in the shape and dtype of its output, but the output is f32[]"
                + " and its cotangent f32[3]. Broadcast or reduce it.");
  }

  @Test
  void rules_of_customJvp_that_return_the_wrong_thing() {
    Fn<Array, Array> wrongShape =
        customJvp((Array x) -> x.sum(), (x, tangent) -> new Jvp<>(x.sum(), tangent));
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> jvp(wrongShape, X, X))
        .withMessage(
            "The rule of customJvp needs a tangent in the shape and dtype of the function's value,"
                + " but it returned f32[3] where the value is f32[]. Sum or broadcast it.");
    Fn<Array, Array> wrongValue =
        customJvp((Array x) -> x, (x, tangent) -> new Jvp<>(x.astype(DType.F64), tangent));
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> grad((Array x) -> wrongValue.apply(x).sum()).apply(X))
        .withMessage(
            "The rule of customJvp needs a value in the shape and dtype of the function's value,"
                + " but it returned f64[3] where the value is f32[3]. Convert it with astype.");
    Fn<Array, List<Array>> wrongTree =
        customJvp(
            (Array x) -> List.of(x), (x, tangent) -> new Jvp<>(List.of(x), List.of(tangent, x)));
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> jvp(wrongTree, X, X))
        .withMessage(
            "The rule of customJvp needs trees of equal structure, but at \"/\" the value "
                + "of the function has list(0: *) and the tangent it returned has list(0: *, 1: "
                + "*). Give both the same keys, lengths and record types.");
  }

  @Test
  void rules_of_customVjp_that_return_the_wrong_thing() {
    Fn<Array, Array> wrongForward =
        customVjp(
            (Array x) -> x, x -> new WithResiduals<>(x.sum(), List.of()), (_, cotangent) -> X);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> vjp(wrongForward, X))
        .withMessage(
            "The forward rule of customVjp needs a value in the shape and dtype of the function's"
                + " value, but it returned f32[] where the value is f32[3]. Sum or broadcast it.");
    Fn<List<Array>, Array> wrongBackward =
        customVjp(
            (List<Array> x) -> x.getFirst().sum(),
            x -> new WithResiduals<>(x.getFirst().sum(), List.of()),
            (_, cotangent) -> List.of(cotangent));
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> grad(wrongBackward).apply(List.of(X)))
        .withMessage(
            "The backward rule of customVjp needs a cotangent in the shape and dtype of its"
                + " argument, but for leaf \"0\" it returned f32[] where the argument is f32[3]. Sum"
                + " or broadcast it.");
    Fn<Array, Array> wrongDType =
        customVjp(
            (Array x) -> x.sum(),
            x -> new WithResiduals<>(x.sum(), List.of()),
            (_, cotangent) -> X.astype(DType.BF16));
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> grad(wrongDType).apply(X))
        .withMessage(
            "The backward rule of customVjp needs a cotangent in the shape and dtype of its"
                + " argument, but it returned bf16[3] where the argument is f32[3]. Convert it with"
                + " astype.");
  }

  @Test
  void loops_in_rules_are_named_by_their_line() {
    Fn<Array, Array> f =
        customJvp(
            (Array x) -> x,
            (x, tangent) -> {
              var carry =
                  whileLoop(
                      (List<Array> c) -> c.get(0).lt(3),
                      (List<Array> c) -> List.of(c.get(0).add(1), c.get(1).mul(2)),
                      List.of(NdArray.scalar(DType.I32, 0), tangent));
              return new Jvp<>(x, carry.get(1));
            });

    assertThat(message(() -> grad((Array x) -> f.apply(x).sum()).apply(X)))
        .startsWith("Reverse-mode differentiation reached a whileLoop");
  }

  @Test
  void a_tangent_does_not_decide_how_often_a_loop_of_a_rule_runs() {
    Fn<Array, Array> f =
        customJvp(
            (Array x) -> x,
            (x, tangent) ->
                new Jvp<>(
                    x, whileLoop((Array t) -> t.sum().lt(100), (Array t) -> t.mul(2), tangent)));

    assertThat(TestArrays.doubles(jvp(f, X, Numpy.onesLike(X)).tangent())).containsOnly(64);
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> grad((Array x) -> f.apply(x).sum()).apply(X))
        .withMessageMatching(
            "The rule of a customJvp must be linear in its tangents for reverse-mode "
                + "differentiation, but \"lt\" makes bool\\[\\] of one at "
                + ".*DerivativeErrorsTest.* Compute conditions and indices from the primals\\.");
  }

  @Test
  void a_tangent_does_not_decide_between_values_of_a_rule() {
    Fn<Array, Array> f =
        customJvp(
            (Array x) -> x,
            (x, tangent) -> new Jvp<>(x, Numpy.where(tangent.gt(0), tangent.mul(2), tangent)));

    assertThat(message(() -> grad((Array x) -> f.apply(x).sum()).apply(X)))
        .contains("must be linear in its tangents", "\"gt\" makes bool[3] of one");
  }
}
