package io.cambric.module;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.module.Shapes.X;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.sample.Dense;
import io.cambric.scope.Rngs;
import org.junit.jupiter.api.Test;

/** The forms of init and apply, and the transformations, that a module has from interfaces. */
class InheritedFormsTest {

  private static final Lambda2<Array, Boolean, Array> NET =
      Modules.of(
          "Net",
          (Array x, Boolean twice) -> {
            var once = Dense.of(3).call(x);
            return twice ? once.add(once) : once;
          });

  @Test
  void forms_of_several_arguments_pass_them_to_call() {
    var variables = NET.init(Key.of(1), X, true);
    var written = NET.init(Key.of(1), m -> m.call(X, true));

    assertThat(variables).hasToString(written.toString());
    assertThat(NET.init(Rngs.of(Key.of(1)), X, false)).hasToString(written.toString());
    assertThat(NET.apply(variables, X, true)).hasToString(twice(NET.apply(variables, X, false)));
  }

  private static String twice(Array array) {
    return array.add(array).toString();
  }

  @Test
  void forms_with_output_return_it_and_the_variables() {
    var made = NET.initWithOutput(Key.of(1), X, true);
    var applied = NET.apply(made.variables(), mutable("params"), X, true);

    assertThat(NET.initWithOutput(Rngs.of(Key.of(1)), X, true).output())
        .hasToString(made.output().toString());
    assertThat(applied.output()).hasToString(made.output().toString());
    assertThat(applied.variables()).hasToString(made.variables().toString());
  }

  @Test
  void lifted_module_has_the_options_and_runs_them_in_its_forms() {
    Lambda2.Vmapped<Array, Boolean, Array> lanes = NET.vmap().variableAxis("params", 0);
    var xs = Numpy.stack(X, X);
    var options = lanes.splitRngs("params").inAxes(0, null);
    var variables = options.init(Key.of(1), xs, false);

    assertThat(options.apply(variables, xs, false).shape().dim(0)).isEqualTo(2);
    assertThat(NET.remat()).isInstanceOf(Lambda2.Rematted.class).isInstanceOf(Lambda2.class);
    assertThat(NET.scan("call")).isInstanceOf(Lambda2.Scanned.class);
    assertThat(NET.mapVariables()).isInstanceOf(Lambda2.VariablesMapped.class);
    assertThat(NET.pmap()).isInstanceOf(Lambda2.Vmapped.class).isNotEqualTo(NET.vmap());
  }
}
