package io.cambric.flax.lifecycle;

import static io.cambric.module.ApplyOptions.intercept;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.module.MethodCall;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls as interceptors see them, and the paths of the modules that they find. */
class MethodCallTest {

  private static final Array X = Numpy.ones(2, 3);

  private static List<MethodCall> calls(NamedLine model, Variables variables) {
    var calls = new ArrayList<MethodCall>();
    var options =
        intercept(call -> {
          calls.add(call);
          return call.proceed();
        });
    model.apply(variables, options, X);
    return calls;
  }

  @Test
  void a_call_has_the_arguments_of_its_method() {
    var model = NamedLine.of("line");
    var calls = calls(model, model.init(Key.of(0), X));
    assertThat(calls).extracting(MethodCall::arguments).containsExactly(List.of(X), List.of(X));
  }

  @Test
  void a_call_can_be_made_again_by_an_unbound_module_with_other_arguments() {
    var model = NamedLine.of("line");
    var variables = model.init(Key.of(0), X);
    var inner = calls(model, variables).get(1);
    var dense = (Dense) inner.template().orElseThrow();
    assertThat(dense.isBound()).isFalse();
    assertThat(dense.name()).isEmpty();
    var other = Numpy.ones(1, 3).mul(2);
    var again =
        (Array)
            dense.apply(
                Variables.of(variables.params().at("line")), m -> inner.on(m, List.of(other)));
    assertThat(again.toFloats()).isEqualTo(model.apply(variables, other).toFloats());
  }

  @Test
  void functions_and_setup_have_no_module_to_be_called_again() {
    var templates = new ArrayList<Boolean>();
    var options =
        intercept(call -> {
          templates.add(call.template().isPresent());
          return call.proceed();
        });
    Computed.of(2).init(Key.of(0), options, m -> m.call(X));
    assertThat(templates).containsExactly(false, true, true);
  }

  @Test
  void modules_are_found_by_their_paths_in_the_order_of_their_calls() {
    var paths = Assorted.of().modulePaths(Key.of(0), m -> m.call(X));
    assertThat(paths.keySet())
        .containsExactly(
            "", "CheckpointDense_0", "JitDense_0", "BatchNorm_0", "Dropout_0", "Dense_0");
    assertThat(paths.get("Dense_0")).isEqualTo(Dense.of(2));
    assertThat(paths.get("").isBound()).isFalse();
  }
}
