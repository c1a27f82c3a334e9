package io.cambric.io.onnx;

import io.cambric.io.protobuf.ProtoWriter;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Models written field by field. */
final class OnnxBytes {

  private OnnxBytes() {}

  /** {@return a model whose graph has these fields} */
  static byte[] model(Consumer<ProtoWriter> graph) {
    return new ProtoWriter().varint(1, 10).message(7, graph).toByteArray();
  }

  /** {@return a model with one initializer, which has these fields besides} */
  static byte[] tensor(String name, int type, List<Integer> dims, Consumer<ProtoWriter> fields) {
    return model(graph -> addTensor(graph, name, type, dims, fields));
  }

  static void addTensor(
      ProtoWriter graph, String name, int type, List<Integer> dims, Consumer<ProtoWriter> fields) {
    graph.message(
        5,
        tensor -> {
          tensor.varints(1, dims.stream().mapToLong(Integer::longValue).toArray());
          tensor.varint(2, type).string(8, name);
          fields.accept(tensor);
        });
  }

  /** Adds the place of elements in another file. */
  static void addPlace(ProtoWriter tensor, Map<String, String> place) {
    place.forEach(
        (key, value) -> tensor.message(13, entry -> entry.string(1, key).string(2, value)));
    tensor.varint(14, 1);
  }
}
