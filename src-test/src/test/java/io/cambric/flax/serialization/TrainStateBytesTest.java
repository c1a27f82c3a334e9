package io.cambric.flax.serialization;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.schedule.Schedules;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.serialization.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of train states of Flax, which {@code golden/flax/serialization} describes. */
class TrainStateBytesTest {

  private static final Path FOLDER = Path.of("golden", "flax", "serialization");

  /** The target gives names only; shapes come from the file. */
  private static final NdArray ANY = NdArray.of(Shape.of(1), 0);

  static Stream<Arguments> states() {
    return Stream.of(
        Arguments.of("train_state_adam", Optax.adam(1e-2)),
        Arguments.of("train_state_sgd_momentum", Optax.sgd(0.1, 0.9)),
        Arguments.of(
            "train_state_chain",
            Optax.chain(Optax.clipByGlobalNorm(1), Optax.adamw(Schedules.linear(0.1, 0, 10)))));
  }

  @ParameterizedTest
  @MethodSource("states")
  void a_state_of_flax_is_restored_and_written_back_byte_for_byte(
      String name, GradientTransformation tx) throws IOException {
    var file = FOLDER.resolve(name + ".msgpack");

    var restored = Serialization.read(file, target(tx));

    assertThat(restored.step().item()).isEqualTo(3);
    var fields = new LinkedHashMap<String, Object>();
    ((Map<?, ?>) Serialization.toStateDict(restored))
        .forEach((key, value) -> fields.put(key.toString(), value));
    // The step is an array here, and was an integer of Python there.
    fields.put("step", 3);
    assertThat(Serialization.toBytes(fields)).isEqualTo(Files.readAllBytes(file));
  }

  /** An MLP whose parameters have the order of sorted names, as after a step of Flax. */
  private static StandardTrainState<String> target(GradientTransformation tx) {
    var layer = Params.of("bias", ANY).with("kernel", ANY);
    var params = Params.of("Dense_0", layer).with("Dense_1", layer);
    return StandardTrainState.create("mlp", Variables.of(params), tx);
  }
}
