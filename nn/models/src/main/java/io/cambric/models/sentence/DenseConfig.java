package io.cambric.models.sentence;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.json.JsonValue;
import io.cambric.models.Activation;
import io.cambric.numpy.Numpy;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The folder of a dense layer after the pooling. */
final class DenseConfig {

  private static final String WEIGHTS = "model.safetensors";

  /** The classes of PyTorch by the ends of their names. */
  private static final Map<String, Activation> ACTIVATIONS =
      Map.of(
          "Tanh", Activation.TANH,
          "Identity", Activation.LINEAR,
          "ReLU", Activation.RELU,
          "GELU", Activation.GELU,
          "SiLU", Activation.SILU,
          "Sigmoid", Activation.SIGMOID);

  private DenseConfig() {}

  static SentenceStep read(Path folder) {
    var config = JsonValue.read(folder.resolve("config.json"));
    SentenceFolder.requireEmbedding(config);
    var weights = SafeTensors.read(folder.resolve(WEIGHTS));
    int in = config.get("in_features").integer();
    int out = config.get("out_features").integer();
    boolean biased = config.find("bias").map(JsonValue::flag).orElse(true);
    boolean residual = config.find("use_residual").map(JsonValue::flag).orElse(false);
    var kernel = kernel(folder, weights, "linear.weight", in, out);
    return new SentenceStep.Projection(
        kernel,
        biased ? bias(folder, weights, out) : null,
        config.find("activation_function").map(DenseConfig::activation).orElse(Activation.TANH),
        residual ? residual(folder, weights, in, out) : null);
  }

  private static Activation activation(JsonValue name) {
    var text = name.text();
    var found = ACTIVATIONS.get(text.substring(text.lastIndexOf('.') + 1));
    if (found == null || !text.startsWith("torch.nn.")) {
      throw name.failure(
          "one of the classes %s of torch.nn"
              .formatted(ACTIVATIONS.keySet().stream().sorted().toList()),
          "Cambric supports no other activations.");
    }
    return found;
  }

  private static Array kernel(Path folder, SafeTensors weights, String name, int in, int out) {
    var array = weights.get(name);
    if (array.rank() != 2 || array.dim(0) != out || array.dim(1) != in) {
      throw misfit(folder, name, "[%d, %d]".formatted(out, in), array);
    }
    return array.transpose();
  }

  private static Array bias(Path folder, SafeTensors weights, int out) {
    var array = weights.get("linear.bias");
    if (array.rank() != 1 || array.dim(0) != out) {
      throw misfit(folder, "linear.bias", "[%d]".formatted(out), array);
    }
    return array;
  }

  /** {@return the residual map, the identity if both sizes are equal} */
  private static @Nullable Array residual(Path folder, SafeTensors weights, int in, int out) {
    return in == out ? Numpy.eye(in) : kernel(folder, weights, "residual.weight", in, out);
  }

  private static DataException misfit(Path folder, String name, String shape, Array array) {
    return new DataException(
        "File %s needs %s of shape %s, but it is %s. Use configuration and weights of the same model."
            .formatted(folder.resolve(WEIGHTS), name, shape, array.aval()));
  }
}
