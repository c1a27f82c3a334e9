package io.cambric.core;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.makeJaxpr;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.ConcretizationException;
import io.cambric.errors.EscapedTracerException;
import io.cambric.testing.TestArrays;
import io.cambric.testing.UserCode;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tracers within their trace, and tracers that escaped from it. */
class TraceTest {

  private static final NdArray X = TestArrays.vector(1, 2, 3);

  private static Array kept() {
    return Objects.requireNonNull(UserCode.kept);
  }

  @Test
  void the_line_of_an_equation_is_the_users_not_the_librarys() {
    var source = UserCode.where();
    assertThat(source).hasToString("UserCode.where(UserCode.java:" + source.line() + ")");

    var jaxpr = makeJaxpr(x -> UserCode.leak(x), X);
    assertThat(jaxpr.eqns())
        .allSatisfy(eqn -> assertThat(eqn.source().methodName()).isEqualTo("leak"));
    assertThat(jaxpr.eqns().get(1).source().line() - jaxpr.eqns().get(0).source().line())
        .isEqualTo(2);
  }

  @Test
  void frames_of_java_between_the_library_and_the_user_are_not_the_users() {
    assertThat(Source.isUserPackage("java.util")).isFalse();
    assertThat(Source.isUserPackage("jdk.internal.vm")).isFalse();
    assertThat(Source.isUserPackage("sun.security.jca")).isFalse();
    assertThat(Source.isUserPackage("com.sun.crypto.provider")).isFalse();
  }

  @Test
  void packages_of_the_library_are_not_the_users_whatever_their_depth() {
    assertThat(Source.isUserPackage("io.cambric.core")).isFalse();
    assertThat(Source.isUserPackage("io.cambric.kernels.simd.gemm")).isFalse();
    assertThat(Source.isUserPackage("io.cambric.examples")).isTrue();
    assertThat(Source.isUserPackage("io.cambricfold.core")).isTrue();
    assertThat(Source.isUserPackage("")).isTrue();
  }

  @Test
  void equations_keep_the_line_they_were_traced_at_through_derived_programs() {
    var inner = jit(x -> UserCode.leak(x).sum());
    var jaxpr = makeJaxpr(grad(inner), X);

    assertThat(lines(jaxpr)).isNotEmpty().containsOnly("leak");
  }

  /** The methods that the equations that compute come from, those of inner programs included. */
  private static Set<String> lines(Jaxpr jaxpr) {
    var methods = new TreeSet<String>();
    for (var eqn : jaxpr.eqns()) {
      var avals = eqn.inputs().stream().map(Atom::aval).toList();
      if (eqn.primitive().lower(avals) instanceof Lowering.Call(var callee)) {
        methods.addAll(lines(callee));
      } else if (eqn.primitive().name().equals("exp")) {
        methods.add(eqn.source().methodName());
      }
    }
    return methods;
  }

  @Test
  void evaluation_is_current_outside_of_transformations_and_again_after_them() {
    assertThat(Trace.current()).isSameAs(EvalTrace.INSTANCE);
    var inside = new AtomicReference<String>();
    grad(
            x -> {
              inside.set(Trace.current().name());
              return x.sum();
            })
        .apply(X);

    assertThat(inside).hasValue("grad");
    assertThat(Trace.current()).isSameAs(EvalTrace.INSTANCE);
  }

  @Test
  void evaluation_is_current_again_after_a_function_threw() {
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() ->
            jit(
                    x -> {
                      throw new IllegalStateException("of the user");
                    })
                .apply(X))
        .withMessage("of the user");
    assertThat(Trace.current()).isSameAs(EvalTrace.INSTANCE);
  }

  @Test
  void a_tracer_kept_beyond_its_transformation_names_the_line_that_made_it() {
    jit(x -> UserCode.leak(x)).apply(X);

    assertThatExceptionOfType(EscapedTracerException.class)
        .isThrownBy(() -> kept().neg())
        .withMessageMatching(
            "A tracer f32\\[3\\] was used after its jit trace had finished\\. It was made "
                + "at UserCode\\.leak\\(UserCode\\.java:\\d+\\); return it from the traced "
                + "function instead of storing it\\.");
  }

  @Test
  void a_tracer_of_vmap_grad_and_jvp_kept_too_long_names_the_transformation() {
    vmap(x -> UserCode.leak(x)).apply(X);
    assertThatExceptionOfType(EscapedTracerException.class)
        .isThrownBy(() -> kept().neg())
        .withMessage(
            "A tracer f32[] was used after its vmap trace had finished. It was made inside "
                + "vmap; return it from the traced function instead of storing it.");

    grad(x -> UserCode.leak(x).sum()).apply(X);
    assertThatExceptionOfType(EscapedTracerException.class)
        .isThrownBy(() -> kept().neg())
        .withMessageStartingWith("A tracer f32[3] was used after its grad trace had finished.");

    jvp(x -> UserCode.leak(x), X, X);
    assertThatExceptionOfType(EscapedTracerException.class)
        .isThrownBy(() -> kept().neg())
        .withMessageStartingWith("A tracer f32[3] was used after its jvp trace had finished.");
  }

  @Test
  void an_escaped_tracer_is_found_out_where_another_function_returns_or_captures_it() {
    jit(x -> UserCode.leak(x)).apply(X);

    assertThatExceptionOfType(EscapedTracerException.class)
        .isThrownBy(() -> jit(x -> kept()).apply(X));
    assertThatExceptionOfType(EscapedTracerException.class)
        .isThrownBy(() -> jvp(x -> kept(), X, X));
    assertThatExceptionOfType(EscapedTracerException.class)
        .isThrownBy(() -> vmap(x -> x.add(kept())).apply(X));
    assertThatExceptionOfType(EscapedTracerException.class)
        .isThrownBy(() -> grad(x -> x.mul(kept()).sum()).apply(X));
  }

  @Test
  void a_tracer_on_another_thread_is_refused_with_the_reason() {
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(() -> jit(x -> CompletableFuture.supplyAsync(() -> x.add(x)).join()).apply(X))
        .withCauseInstanceOf(EscapedTracerException.class)
        .havingCause()
        .withMessage(
            "add got a tracer f32[3] of jit outside of that transformation. Transformed functions"
                + " run on one thread; pass arrays, not tracers, to others.");
  }

  @Test
  void looking_at_a_value_under_jit_names_the_line_and_the_mend() {
    assertThatExceptionOfType(ConcretizationException.class)
        .isThrownBy(() -> jit(x -> UserCode.branch(x)).apply(X))
        .withMessageMatching(
            "toBoolean\\(\\) needs the values of an array, but a tracer bool\\[\\] of jit "
                + "has none; it was made at UserCode\\.branch\\(UserCode\\.java:\\d+\\)\\. "
                + "Choose between arrays with where or cond, make the argument static, or move "
                + "it outside the transformation\\.");
  }

  @Test
  void looking_at_an_argument_of_jit_or_a_lane_of_vmap_is_refused_too() {
    assertThatExceptionOfType(ConcretizationException.class)
        .isThrownBy(() -> jit(x -> TestArrays.vector(x.toFloats())).apply(X))
        .withMessageStartingWith(
            "toFloats() needs the values of an array, but a tracer f32[3] of jit has none; it was"
                + " made as an argument.");
    assertThatExceptionOfType(ConcretizationException.class)
        .isThrownBy(() -> vmap(x -> TestArrays.scalar(x.item())).apply(X));
  }

  @Test
  void values_can_be_looked_at_under_grad_and_jvp() {
    assertThat(grad(x -> UserCode.branch(x).sum()).apply(X).toFloats()).containsExactly(1, 1, 1);
    assertThat(jvp(x -> UserCode.branch(x), X.neg(), X).tangent().toFloats())
        .containsExactly(-1, -2, -3);
    assertThat(grad(x -> grad(y -> UserCode.branch(y).sum()).apply(x).sum()).apply(X).toFloats())
        .containsExactly(0, 0, 0);
  }

  @Test
  void a_lane_of_vmap_prints_the_values_of_all_lanes() {
    var text = new AtomicReference<String>();
    vmap(
            x -> {
              text.set(x.toString());
              return x;
            })
        .apply(X);

    assertThat(text).hasValue("Tracer<f32[]>(vmap, lanes along axis 0 of f32[3] [1.0, 2.0, 3.0])");
  }
}
