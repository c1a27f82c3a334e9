package io.cambric.io.onnx;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node of a graph: an operator, applied to named values.
 *
 * <p>The value of an attribute is a {@code Float}, {@code Long}, {@code String}, {@link OnnxTensor}
 * or {@link OnnxGraph}, or a list of one of these. A text that is not UTF-8 is a read-only {@code
 * ByteBuffer}. Attributes that hold sparse tensors or types are left out.
 *
 * @param operator such as {@code Gemm}
 * @param domain of the operator; empty for operators of ONNX itself
 * @param name of the node; empty if the exporter gave none
 * @param inputs the names of its arguments; an empty name marks an omitted optional argument
 * @param outputs the names of its results
 * @param attributes name to value, in the order of the file
 */
public record OnnxNode(
    String operator,
    String domain,
    String name,
    List<String> inputs,
    List<String> outputs,
    Map<String, Object> attributes) {

  /**
   * {@return an attribute; empty if the node does not have it}
   *
   * @param kind the class of its value, such as {@code Long} or {@code List}
   * @throws DataException if it is of another kind
   */
  public <T> Optional<T> attribute(String attribute, Class<T> kind) {
    var value = attributes.get(attribute);
    if (value == null) {
      return Optional.empty();
    }
    if (!kind.isInstance(value)) {
      throw new DataException(
          "Attribute %s of %s must be a value of the kind %s, but is a %s. Check the operators of the model."
              .formatted(
                  Quoted.of(attribute),
                  Quoted.of(operator),
                  kind.getSimpleName(),
                  value.getClass().getSimpleName()));
    }
    return Optional.of(kind.cast(value));
  }

  /** {@return the name of the operator with its arguments and results} */
  @Override
  public String toString() {
    return "%s = %s(%s)".formatted(String.join(", ", outputs), operator, String.join(", ", inputs));
  }
}
