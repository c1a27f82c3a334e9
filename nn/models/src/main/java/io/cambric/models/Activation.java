package io.cambric.models;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Activation functions, by the names that configurations of models give them. */
public enum Activation {
  /** With the exact error function. */
  GELU(x -> Activations.gelu(x, false), "gelu", "gelu_python"),
  /** With its approximation by {@code tanh}. */
  GELU_TANH(Activations::gelu, "gelu_new", "gelu_pytorch_tanh", "gelu_fast"),
  /** With a sigmoid of {@code 1.702 x} in place of the error function. */
  QUICK_GELU(x -> x.mul(Activations.sigmoid(x.mul(1.702))), "quick_gelu"),
  /** {@code max(x, 0)}. */
  RELU(Activations::relu, "relu"),
  /** {@code min(max(x, 0), 6)}. */
  RELU6(Activations::relu6, "relu6"),
  /** {@code x sigmoid(x)}. */
  SILU(Activations::silu, "silu", "swish"),
  /** The logistic function. */
  SIGMOID(Activations::sigmoid, "sigmoid"),
  /** The hyperbolic tangent. */
  TANH(Numpy::tanh, "tanh"),
  /** {@code x}. */
  LINEAR(x -> x, "linear");

  private final UnaryOperator<Array> function;
  private final List<String> names;

  Activation(UnaryOperator<Array> function, String... names) {
    this.function = function;
    this.names = List.of(names);
  }

  /** {@return the function of each element, of the same shape and dtype} */
  public Array apply(Array x) {
    return function.apply(x);
  }

  /** {@return the name of this in configurations} */
  public String toText() {
    return names.getFirst();
  }

  /**
   * {@return the activation that a configuration names}
   *
   * @throws DataException if it is not a string, or not one of these names
   */
  public static Activation of(JsonValue name) {
    return of(name, name.text());
  }

  /**
   * {@return the activation that a part of a configuration's text names}
   *
   * @param place the position of the text, for messages
   * @throws DataException if it is not one of these names
   */
  public static Activation of(JsonValue place, String text) {
    return Arrays.stream(values())
        .filter(each -> each.names.contains(text))
        .findFirst()
        .orElseThrow(() ->
            place.failure(
                "the name of an activation function",
                "Known are %s."
                    .formatted(
                        String.join(
                            ", ",
                            Arrays.stream(values())
                                .flatMap(each -> each.names.stream())
                                .toList()))));
  }
}
