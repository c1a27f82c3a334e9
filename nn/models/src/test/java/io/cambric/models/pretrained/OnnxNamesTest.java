package io.cambric.models.pretrained;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.errors.DataException;
import io.cambric.io.onnx.OnnxModel;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OnnxNamesTest {

  /** A message of Protocol Buffers, field by field; mutable. */
  private static final class Message {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Message number(int field, int value) {
      bytes.write(field << 3);
      bytes.write(value);
      return this;
    }

    Message bytes(int field, byte[] value) {
      bytes.write(field << 3 | 2);
      for (int left = value.length; ; left >>>= 7) {
        bytes.write(left > 0x7f ? left & 0x7f | 0x80 : left);
        if (left <= 0x7f) {
          break;
        }
      }
      bytes.writeBytes(value);
      return this;
    }

    Message text(int field, String value) {
      return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    Message message(int field, Message value) {
      return bytes(field, value.bytes.toByteArray());
    }
  }

  private static Message node(String operator, String first, String second, String output) {
    return new Message().text(1, first).text(1, second).text(2, output).text(4, operator);
  }

  private static Message tensor(String name, int... dims) {
    var message = new Message();
    int size = 1;
    for (int dim : dims) {
      message.number(1, dim);
      size *= dim;
    }
    var raw = ByteBuffer.allocate(4 * size).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < size; i++) {
      raw.putFloat(i);
    }
    return message.number(2, 1).text(8, name).bytes(9, raw.array());
  }

  /** {@return a graph of two linear layers, as the exporter of PyTorch writes it} */
  private static OnnxModel model() {
    var graph =
        new Message()
            .message(1, node("MatMul", "x", "onnx::MatMul_7", "a"))
            .message(1, node("Add", "fc1.bias", "a", "b"))
            .message(1, node("MatMul", "b", "onnx::MatMul_8", "c"))
            .message(1, node("Add", "c", "fc2.bias", "d"))
            .message(1, node("MatMul", "d", "table.weight", "y"))
            .text(2, "main")
            .message(5, tensor("fc1.bias", 3))
            .message(5, tensor("fc2.bias", 2))
            .message(5, tensor("onnx::MatMul_7", 2, 3))
            .message(5, tensor("onnx::MatMul_8", 3, 2))
            .message(5, tensor("table.weight", 2, 2));
    var file =
        new Message()
            .number(1, 6)
            .message(7, graph)
            .message(8, new Message().text(1, "").number(2, 11));
    return OnnxModel.read(file.bytes.toByteArray());
  }

  @Test
  void a_bias_names_the_matrix_whose_product_it_is_added_to() {
    var weights = OnnxNames.of(model().graph());

    assertThat(weights.names())
        .containsExactly("fc1.bias", "fc2.bias", "fc1.weight", "fc2.weight", "table.weight");
    assertThat(weights.aval("fc1.weight").shape()).isEqualTo(Shape.of(2, 3));
    assertThat(weights.get("fc2.weight").concrete("test").toFloats())
        .containsExactly(0, 1, 2, 3, 4, 5);
  }

  @Test
  void a_name_that_no_weight_has_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> OnnxNames.of(model().graph()).get("fc3.weight"))
        .withMessageStartingWith(
            "There is no weight named \"fc3.weight\" among the 5 weights. names() lists them.");
  }
}
