package io.cambric.nn;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.numpy.Activations.relu;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.module.Modules;
import io.cambric.nn.summary.Summary;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import org.junit.jupiter.api.Test;

/** Modules from lambdas among layers. */
class LambdaModulesTest {

  private static final Array X = Numpy.ones(2, 3);

  @Test
  void sequence_takes_it_as_a_layer() {
    var block = Modules.of("Block", x -> relu(Dense.of(4).call(x)));
    var model = Sequential.of(block, Dense.of(1));

    var params = model.init(Key.of(0), X).params();

    assertThat(params.paths())
        .containsExactly(
            "layers_0/Dense_0/bias", "layers_0/Dense_0/kernel", "layers_1/bias", "layers_1/kernel");
  }

  @Test
  void flag_for_training_reaches_dropout_and_statistics() {
    var model =
        Modules.of(
            "Net",
            (x, train) -> {
              var h = BatchNorm.of().withUseRunningAverage(!train).call(Dense.of(4).call(x));
              return Dense.of(1).call(Dropout.of(0.5).call(relu(h), !train));
            });
    var variables = model.init(Key.of(0), X, false);

    var trained = model.apply(variables, mutable("batch_stats").rng("dropout", Key.of(1)), X, true);

    assertThat(variables.names()).containsExactly("params", "batch_stats");
    assertThat(trained.variables().names()).containsExactly("batch_stats");
  }

  @Test
  void gradient_flows_to_its_parameters() {
    var model = Modules.of("Mlp", x -> Dense.of(2).call(relu(Dense.of(4).call(x))));
    var params = model.init(Key.of(0), X).params();

    var grads = Transforms.grad((Params p) -> model.apply(Variables.of(p), X).sum()).apply(params);

    assertThat(grads.get("Dense_0", "bias")).hasToString("f32[2] [2.0, 2.0]");
  }

  @Test
  void summary_shows_the_name() {
    var model = Modules.of("Mlp", x -> Modules.of("Block", y -> Dense.of(4).call(y)).call(x));

    var summary = Summary.of(model, Key.of(0), m -> m.call(X)).toText();

    assertThat(summary).startsWith("\n").contains("Mlp Summary", "│ Block_0 ", "│ Block ");
  }
}
