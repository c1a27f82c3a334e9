package io.cambric.transform;

import static io.cambric.control.CheckpointPolicies.checkpointDots;
import static io.cambric.control.CheckpointPolicies.dotsSaveable;
import static io.cambric.control.CheckpointPolicies.dotsWithNoBatchDimsSaveable;
import static io.cambric.control.CheckpointPolicies.everythingSaveable;
import static io.cambric.control.CheckpointPolicies.nothingSaveable;
import static io.cambric.control.CheckpointPolicies.saveAnyNamesButThese;
import static io.cambric.control.CheckpointPolicies.saveAnythingExceptTheseNames;
import static io.cambric.control.CheckpointPolicies.saveFromBothPolicies;
import static io.cambric.control.CheckpointPolicies.saveOnlyTheseNames;
import static io.cambric.transform.Transforms.checkpoint;
import static io.cambric.transform.Transforms.checkpointName;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.hessian;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.makeJaxpr;
import static io.cambric.transform.Transforms.savedResiduals;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.valueAndGrad;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.control.CheckpointPolicy;
import io.cambric.control.Remat;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.testing.TestArrays;
import io.cambric.testing.UserCode;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.ArrayFn2;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Carry;
import io.cambric.transform.result.SavedResidual;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CheckpointTest {

  private static final NdArray TWO = TestArrays.scalar(2);
  private static final NdArray X = TestArrays.vector(0.3f, -1.2f, 0.7f);
  private static final NdArray W =
      NdArray.of(Shape.of(3, 3), 0.5f, -1, 0.2f, 1.5f, 0.1f, -0.4f, 0.9f, 0.6f, -0.8f);

  private static Array sinSin(Array x) {
    return x.sin().sin();
  }

  /** Two layers, the first of them named. */
  private static Array layers(Map<String, Array> p) {
    var first = checkpointName(p.get("x").matmul(p.get("w")).sin(), "a");
    var second = checkpointName(first.matmul(p.get("w")).tanh(), "b");
    return second.mul(second).sum();
  }

  private static final Map<String, Array> POINT = Map.of("w", W, "x", X);

  static Stream<CheckpointPolicy> policies() {
    return Stream.of(
        nothingSaveable(),
        everythingSaveable(),
        dotsSaveable(),
        checkpointDots(),
        dotsWithNoBatchDimsSaveable(),
        saveOnlyTheseNames("a"),
        saveAnyNamesButThese("a"),
        saveAnythingExceptTheseNames("a"),
        saveFromBothPolicies(saveOnlyTheseNames("b"), dotsSaveable()),
        (operation, operands) -> operation.name().equals("tanh"));
  }

  @ParameterizedTest
  @MethodSource("policies")
  void values_and_gradients_are_those_of_the_function(CheckpointPolicy policy) {
    Fn<Map<String, Array>, Array> plain = CheckpointTest::layers;
    var kept = checkpoint(plain).policy(policy);
    var expected = valueAndGrad(plain).apply(POINT);

    for (var derived : List.of(valueAndGrad(kept), jit(valueAndGrad(kept)))) {
      var both = derived.apply(POINT);
      assertThat(both.value().item()).isCloseTo(expected.value().item(), within(1e-6));
      for (var name : List.of("w", "x")) {
        assertThat(both.grads().get(name).toFloats())
            .containsExactly(expected.grads().get(name).toFloats(), within(1e-6f));
      }
    }
    assertThat(kept.apply(POINT).item()).isEqualTo(plain.apply(POINT).item());
  }

  @Test
  void the_backward_pass_computes_again_what_is_not_kept() {
    var nothing = backward(makeJaxpr(grad(checkpoint(CheckpointTest::sinSin)), TWO));
    var everything =
        backward(
            makeJaxpr(grad(checkpoint(CheckpointTest::sinSin).policy(everythingSaveable())), TWO));

    assertThat(count(nothing, "sin")).isEqualTo(1);
    assertThat(count(nothing, "cos")).isEqualTo(2);
    assertThat(count(everything, "sin") + count(everything, "cos")).isZero();
    assertThat(grad(checkpoint(CheckpointTest::sinSin)).apply(TWO).item())
        .isCloseTo(-0.255639136, within(1e-7));
  }

  private static Jaxpr backward(Jaxpr jaxpr) {
    return jaxpr.eqns().stream()
        .map(eqn -> eqn.primitive())
        .filter(Remat.class::isInstance)
        .map(Remat.class::cast)
        .filter(Remat::differentiated)
        .findFirst()
        .orElseThrow()
        .jaxpr();
  }

  private static long count(Jaxpr jaxpr, String operation) {
    return jaxpr.eqns().stream().filter(eqn -> eqn.primitive().name().equals(operation)).count();
  }

  @Test
  void the_compiler_does_not_merge_the_second_computation_with_the_first() {
    var withBarrier = jit(valueAndGrad(checkpoint(CheckpointTest::sinSin))).jaxpr(TWO);
    var without =
        jit(valueAndGrad(checkpoint(CheckpointTest::sinSin).preventCse(false))).jaxpr(TWO);

    assertThat(count(Compiler.optimise(withBarrier), "sin")).isEqualTo(3);
    assertThat(count(Compiler.optimise(without), "sin")).isEqualTo(2);
  }

  @Test
  void what_is_saved_is_listed_with_its_origin() {
    Fn<Map<String, Array>, Array> named =
        checkpoint((Map<String, Array> p) -> UserCode.named(p.get("x")).mul(p.get("w")))
            .policy(saveOnlyTheseNames("sine"));

    assertThat(savedResiduals(named, POINT))
        .extracting(SavedResidual::toString)
        .satisfiesExactlyInAnyOrder(
            w -> assertThat(w).isEqualTo("f32[3,3] from the argument, leaf \"w\""),
            x -> assertThat(x).isEqualTo("f32[3] from the argument, leaf \"x\""),
            s ->
                assertThat(s)
                    .startsWith("f32[3] named \"sine\" from UserCode.named(UserCode.java:"));
    assertThat(savedResiduals(checkpoint(CheckpointTest::sinSin), TWO))
        .extracting(SavedResidual::toString)
        .containsExactly("f32[] from the argument");
    assertThat(savedResiduals((Array x) -> UserCode.named(x), TWO))
        .extracting(SavedResidual::origin)
        .hasSize(2)
        .allSatisfy(origin -> assertThat(origin).contains(" from UserCode.named(UserCode.java:"));
  }

  @Test
  void residuals_of_a_deep_function_shrink_to_the_arguments_of_its_parts() {
    ArrayFn part = x -> x.sin().exp().sin();
    ArrayFn kept = checkpoint(part);
    var x = NdArray.of(Shape.of(100), new float[100]);

    assertThat(bytes(y -> part.apply(part.apply(part.apply(y))), x)).isEqualTo(3 * 3 * 400);
    assertThat(bytes(y -> kept.apply(kept.apply(kept.apply(y))), x)).isEqualTo(3 * 400);
  }

  private static long bytes(ArrayFn function, Array x) {
    return savedResiduals(function, x).stream().mapToLong(SavedResidual::bytes).sum();
  }

  @Test
  void only_the_policy_decides_which_dots_are_kept() {
    var batch = NdArray.of(Shape.of(2, 3, 3), new float[18]);
    Fn<Map<String, Array>, Array> attention =
        p -> p.get("q").matmul(p.get("k")).sin().matmul(p.get("w")).sin().sum();
    var point = Map.<String, Array>of("q", batch, "k", batch, "w", W);

    assertThat(dotsSaved(attention, dotsSaveable(), point)).isEqualTo(2);
    assertThat(dotsSaved(attention, dotsWithNoBatchDimsSaveable(), point)).isEqualTo(1);
    assertThat(dotsSaved(attention, nothingSaveable(), point)).isZero();
  }

  private static long dotsSaved(
      Fn<Map<String, Array>, Array> function, CheckpointPolicy policy, Map<String, Array> point) {
    return savedResiduals(checkpoint(function).policy(policy), point).stream()
        .filter(residual -> residual.origin().startsWith("output of dot_general"))
        .count();
  }

  @Test
  void checkpoints_compose_with_all_other_transformations() {
    ArrayFn plain = x -> x.sin().sin().mul(x);
    ArrayFn kept = checkpoint(plain);

    assertThat(vmap(kept).apply(X).toFloats())
        .containsExactly(vmap(plain).apply(X).toFloats(), within(1e-6f));
    assertThat(jvp(kept, X, X).tangent().toFloats())
        .containsExactly(jvp(plain, X, X).tangent().toFloats(), within(1e-6f));
    assertThat(vmap(grad(grad(kept))).apply(X).toFloats())
        .containsExactly(vmap(grad(grad(plain))).apply(X).toFloats(), within(1e-5f));
    assertThat(hessian(x -> kept.apply(x).sum()).apply(X).toFloats())
        .containsExactly(hessian(x -> plain.apply(x).sum()).apply(X).toFloats(), within(1e-5f));
    assertThat(jit(vmap(grad(checkpoint(jit(kept))))).apply(X).toFloats())
        .containsExactly(vmap(grad(plain)).apply(X).toFloats(), within(1e-6f));
  }

  @Test
  void a_checkpointed_step_in_a_scan_under_vmap_and_jit_has_the_gradient_of_the_plain_one() {
    ArrayFn2 step = (c, x) -> c.mul(x).sin().add(c);
    var rows = NdArray.of(Shape.of(2, 3), 0.1f, 0.2f, 0.3f, -1, 2, 0.5f);

    assertThat(jit(vmap(grad(scanned(checkpoint(step))))).apply(rows).toFloats())
        .containsExactly(vmap(grad(scanned(step))).apply(rows).toFloats(), within(1e-6f));
    assertThat(grad(checkpoint(scanned(step))).apply(X).toFloats())
        .containsExactly(grad(scanned(step)).apply(X).toFloats(), within(1e-6f));
  }

  private static ArrayFn scanned(ArrayFn2 step) {
    return xs -> scan((Array c, Array x) -> new Carry<>(step.apply(c, x), c), TWO, xs).carry();
  }

  @Test
  void a_checkpointed_step_in_a_scan_keeps_one_carry_an_iteration() {
    ArrayFn2 step = (c, x) -> c.mul(x).sin().exp().tanh().add(c);
    var xs = NdArray.of(Shape.of(50), new float[50]);

    assertThat(bytes(scanned(checkpoint(step)), xs)).isEqualTo(2 * 50 * 4);
    assertThat(bytes(scanned(step), xs)).isGreaterThan(3 * 50 * 4);
  }

  @Test
  void without_a_transformation_the_function_just_runs() {
    var arrays = checkpoint((List<Array> xs) -> List.of(xs.get(0).add(xs.get(1)), 2.0));

    assertThat(arrays.apply(List.of(X, X)).get(1)).hasToString("f32[]* 2.0");
  }

  @Test
  void captured_arrays_have_gradients_too() {
    ArrayFn captured = w -> checkpoint((Array x) -> x.mul(w).sin()).apply(X).sum();

    assertThat(grad(captured).apply(TWO).item())
        .isCloseTo(grad(w -> X.mul(w).sin().sum()).apply(TWO).item(), within(1e-6));
  }

  @Test
  void a_checkpoint_is_printed_as_in_jax() {
    assertThat(makeJaxpr(checkpoint(x -> x.sin()), TWO).toText())
        .isEqualTo(
            """
            { lambda ; a:f32[]. let
                b:f32[] = remat2[
                  differentiated=False
                  policy=None
                  prevent_cse=True
                  jaxpr={ lambda ; c:f32[]. let
                      d:f32[] = sin c
                    in (d,) }
                ] a
              in (b,) }\
            """);
  }
}
