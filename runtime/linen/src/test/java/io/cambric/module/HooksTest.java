package io.cambric.module;

import static io.cambric.module.ApplyOptions.captureIntermediates;
import static io.cambric.module.ApplyOptions.intercept;
import static io.cambric.module.Shapes.X;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.sample.AutoEncoder;
import io.cambric.sample.Body;
import io.cambric.sample.Dense;
import io.cambric.sample.Mlp;
import io.cambric.scope.Variables;
import io.cambric.testing.Garbage;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Interceptors and captured intermediates. */
class HooksTest {

  private static Variables variables(Mlp mlp) {
    return mlp.init(Key.of(0), m -> m.call(X));
  }

  @Test
  void outputs_of_all_calls_are_captured_under_their_modules() {
    var mlp = Mlp.of(2, 1);
    var captured =
        mlp.apply(variables(mlp), captureIntermediates(), m -> m.call(X))
            .variables()
            .collection("intermediates");

    assertThat(captured.paths())
        .containsExactly("Dense_0/__call__/0", "Dense_1/__call__/0", "__call__/0");
  }

  @Test
  void filter_chooses_what_is_captured() {
    var model = AutoEncoder.of(2, 3);
    var variables = model.init(Key.of(0), m -> m.call(X));
    var captured =
        model
            .apply(
                variables,
                captureIntermediates((_, method) -> method.equals("encode")),
                m -> m.encode(X))
            .variables()
            .collection("intermediates");

    assertThat(captured.paths()).containsExactly("encode/0");
  }

  @Test
  void two_calls_of_one_submodule_are_captured_in_order() {
    var model =
        Body.of(x -> {
          var dense = Dense.of(3);
          return dense.call(dense.call((Array) x));
        });
    var variables = model.init(Key.of(0), m -> m.call(X));
    var captured =
        model
            .apply(variables, captureIntermediates(), m -> m.call(X))
            .variables()
            .collection("intermediates");

    assertThat((List<?>) captured.find("Dense_0", "__call__").orElseThrow()).hasSize(2);
  }

  @Test
  void what_interceptors_return_is_captured() {
    var mlp = Mlp.of(2, 1);
    var options =
        captureIntermediates().intercept(call -> call.module() instanceof Mlp ? X : call.proceed());
    var result = mlp.apply(variables(mlp), options, m -> m.call(X));

    assertThat(result.output()).isSameAs(X);
    assertThat(result.variables().collection("intermediates").find("__call__"))
        .contains(List.of(X));
  }

  @Test
  void a_compiled_call_under_an_interceptor_leaves_nothing_of_it_behind()
      throws InterruptedException {
    assertThat(Garbage.takes(new WeakReference<>(interceptorOfACompiledCall()))).isTrue();
  }

  private static Interceptor interceptorOfACompiledCall() {
    var seen = new ArrayList<String>();
    Interceptor interceptor =
        call -> {
          seen.add(call.method());
          return call.proceed();
        };
    var mlp = Mlp.of(2, 1);
    mlp.apply(
        variables(mlp),
        intercept(interceptor),
        m -> Lift.jit((Mlp own, Array x) -> own.call(x)).apply(m, X));
    assertThat(seen).contains("call");
    return interceptor;
  }

  @Test
  void interceptor_sees_every_method_and_setup() {
    var seen = new ArrayList<String>();
    var model = AutoEncoder.of(2, 3);
    var variables = model.init(Key.of(0), m -> m.call(X));
    model.apply(
        variables,
        intercept(call -> {
          seen.add(call.module().path() + call.method());
          return call.proceed();
        }),
        m -> m.call(X));

    assertThat(seen).containsExactly("[]setup", "[]call", "[encoder]call", "[decoder]call");
  }

  @Test
  void direct_call_of_an_own_method_is_plain_java_and_one_through_self_is_intercepted() {
    var seen = new ArrayList<String>();
    var depth = new ArrayList<Integer>();
    var model =
        Body.of(x -> {
          depth.add(1);
          return depth.size() == 1 ? Body.self().plain(x) : x;
        });
    model.apply(
        Variables.empty(),
        intercept(call -> {
          seen.add(call.method());
          return call.proceed();
        }),
        m -> m.call(X));

    assertThat(seen).containsExactly("call", "plain");
  }

  @Test
  void innermost_interceptor_runs_closest_to_the_method() {
    var order = new ArrayList<String>();
    var model = Body.of(x -> x);
    Interceptor outer =
        call -> {
          order.add("outer");
          return "outer(" + call.proceed() + ")";
        };
    Interceptor inner =
        call -> {
          order.add("inner");
          return "inner(" + call.proceed() + ")";
        };
    var result =
        Interceptors.intercept(
            outer,
            () ->
                Interceptors.intercept(
                    inner, () -> model.<Object>apply(Variables.empty(), m -> m.plain("x"))));

    assertThat(result).isEqualTo("outer(inner(x))");
    assertThat(order).containsExactly("outer", "inner");
  }

  @Test
  void interceptor_may_be_added_for_a_part_of_a_method() {
    var model =
        Body.of(x -> {
          var plain = Dense.of(2);
          var first = plain.call((Array) x);
          var skipped = Interceptors.intercept(_ -> X, () -> Dense.of(2).call((Array) x));
          return List.of(first, skipped);
        });
    var made = model.initWithOutput(Key.of(0), m -> m.call(X));
    var output = (List<?>) made.output();

    assertThat(((Array) output.get(0)).shape()).isEqualTo(Shape.of(1, 2));
    assertThat(output.get(1)).isSameAs(X);
    assertThat(made.variables().params().entries().keySet()).containsExactly("Dense_0");
  }

  @Test
  void no_interceptor_is_left_after_the_call() {
    var model = Body.of(x -> x);
    model.apply(Variables.empty(), intercept(_ -> "other"), m -> m.plain("x"));

    assertThat(model.<Object>apply(Variables.empty(), m -> m.plain("x"))).isEqualTo("x");
  }
}
