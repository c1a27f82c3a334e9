package io.cambric.nn;

import static io.cambric.testing.Near.ones;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.HyperparameterException;
import io.cambric.module.Layer;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import java.util.List;
import org.junit.jupiter.api.Test;

class SequentialTest {

  private static final Key KEY = Key.of(0);

  @Test
  void layers_run_one_after_the_other() {
    var layers = Sequential.of(Dense.of(4), Activations::relu, x -> Dense.of(2).call(x));
    var made = layers.initWithOutput(KEY, m -> m.call(ones(1, 3)));
    var params = made.variables().params();
    var x = ones(1, 3).matmul(params.get("layers_0", "kernel"));
    var y = Activations.relu(x).matmul(params.get("Dense_0", "kernel"));
    assertThat(made.output().toFloats()).containsExactly(y.toFloats());
  }

  @Test
  void layers_are_named_by_their_position() {
    var params =
        Sequential.of(Dense.of(4), Activations::relu, Dense.of(2))
            .init(KEY, m -> m.call(ones(1, 3)))
            .params();
    assertThat(params.entries().keySet()).containsExactly("layers_0", "layers_2");
  }

  @Test
  void equal_layers_make_equal_modules() {
    assertThat(Sequential.of(Dense.of(4), Dense.of(2)))
        .isEqualTo(Sequential.of(List.<Layer>of(Dense.of(4), Dense.of(2))));
  }

  @Test
  void no_layers_are_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Sequential.of(List.of()))
        .withMessageContaining(
            "Sequential needs at least one layer, but got none. Pass modules or functions, "
                + "as in Sequential.of(Dense.of(4), Activations::relu).");
  }
}
