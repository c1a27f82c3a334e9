package io.cambric.io.onnx;

import io.cambric.file.support.Quoted;
import io.cambric.io.protobuf.ProtoReader;
import io.cambric.io.protobuf.ProtoSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads graphs; mutable, for one graph, whose fields may come in several parts. */
final class GraphReader {

  private static final int NODE = 1;
  private static final int NAME = 2;
  private static final int INITIALIZER = 5;
  private static final int INPUT = 11;
  private static final int OUTPUT = 12;
  private static final int SPARSE_INITIALIZER = 15;

  /** The field of the name in descriptions of values. */
  private static final int VALUE_NAME = 1;

  private final ProtoSource source;
  private final ExternalFiles files;
  private final NodeReader nodeReader;
  private String name = "";
  private final List<String> inputs = new ArrayList<>();
  private final List<String> outputs = new ArrayList<>();
  private final List<OnnxNode> nodes = new ArrayList<>();
  private final Map<String, OnnxTensor> initializers = new LinkedHashMap<>();

  GraphReader(ProtoSource source, ExternalFiles files) {
    this.source = source;
    this.files = files;
    this.nodeReader = new NodeReader(source, files);
  }

  static OnnxGraph read(ProtoSource source, ExternalFiles files, ProtoReader fields) {
    var reader = new GraphReader(source, files);
    reader.add(fields);
    return reader.graph();
  }

  /** Adds the fields of one part. */
  void add(ProtoReader fields) {
    while (fields.next()) {
      switch (fields.field()) {
        case NODE -> nodes.add(nodeReader.read(fields.message()));
        case NAME -> name = fields.string();
        case INITIALIZER -> addInitializer(fields);
        case INPUT -> inputs.add(valueName(fields.message()));
        case OUTPUT -> outputs.add(valueName(fields.message()));
        case SPARSE_INITIALIZER ->
            throw fields.malformed(
                "there is a sparse initializer, but Cambric reads only dense ones; export the "
                    + "model with dense weights");
        default -> {}
      }
    }
  }

  OnnxGraph graph() {
    return new OnnxGraph(
        name,
        List.copyOf(inputs),
        List.copyOf(outputs),
        List.copyOf(nodes),
        Collections.unmodifiableMap(initializers),
        Constants.of(nodes));
  }

  private void addInitializer(ProtoReader fields) {
    var tensor = TensorReader.read(source, files, fields);
    if (initializers.putIfAbsent(tensor.name(), tensor) != null) {
      throw fields.malformed("two initializers are named %s", Quoted.of(tensor.name()));
    }
  }

  private static String valueName(ProtoReader fields) {
    var name = "";
    while (fields.next()) {
      if (fields.field() == VALUE_NAME) {
        name = fields.string();
      }
    }
    return name;
  }
}
