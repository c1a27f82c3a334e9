package io.cambric.io.onnx;

import io.cambric.io.protobuf.ProtoReader;
import io.cambric.io.protobuf.ProtoSource;
import io.cambric.io.protobuf.Utf8;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads nodes with their attributes. */
final class NodeReader {

  private static final int INPUT = 1;
  private static final int OUTPUT = 2;
  private static final int NAME = 3;
  private static final int OPERATOR = 4;
  private static final int ATTRIBUTE = 5;
  private static final int DOMAIN = 7;

  private final ProtoSource source;
  private final ExternalFiles files;

  NodeReader(ProtoSource source, ExternalFiles files) {
    this.source = source;
    this.files = files;
  }

  OnnxNode read(ProtoReader fields) {
    var name = "";
    var operator = "";
    var domain = "";
    var inputs = new ArrayList<String>();
    var outputs = new ArrayList<String>();
    var attributes = new LinkedHashMap<String, Object>();
    while (fields.next()) {
      switch (fields.field()) {
        case INPUT -> inputs.add(fields.string());
        case OUTPUT -> outputs.add(fields.string());
        case NAME -> name = fields.string();
        case OPERATOR -> operator = fields.string();
        case DOMAIN -> domain = fields.string();
        case ATTRIBUTE -> new Attribute().read(fields.message(), attributes);
        default -> {}
      }
    }
    return new OnnxNode(
        operator,
        domain,
        name,
        List.copyOf(inputs),
        List.copyOf(outputs),
        Collections.unmodifiableMap(attributes));
  }

  /** One attribute; mutable while its fields are read. */
  private final class Attribute {

    private static final int NAME = 1;
    private static final int FLOAT = 2;
    private static final int INT = 3;
    private static final int STRING = 4;
    private static final int TENSOR = 5;
    private static final int GRAPH = 6;
    private static final int FLOATS = 7;
    private static final int INTS = 8;
    private static final int STRINGS = 9;
    private static final int TENSORS = 10;
    private static final int GRAPHS = 11;
    private static final int TYPE = 20;

    /** Kinds from this number up to the kind of graphs are lists of the earlier kinds. */
    private static final int FIRST_LIST_KIND = 6;

    private static final int LAST_LIST_KIND = 10;

    private String name = "";
    private int kind;
    private @Nullable Object single;
    private final List<Object> list = new ArrayList<>();

    void read(ProtoReader fields, Map<String, Object> attributes) {
      while (fields.next()) {
        readField(fields);
      }
      boolean isList = kind >= FIRST_LIST_KIND && kind <= LAST_LIST_KIND;
      var value =
          isList ? List.copyOf(list) : kind == 0 && !list.isEmpty() ? List.copyOf(list) : single;
      if (value != null) {
        attributes.put(name, value);
      }
    }

    private void readField(ProtoReader fields) {
      switch (fields.field()) {
        case NAME -> name = fields.string();
        case TYPE -> kind = fields.int32();
        case FLOAT -> single = fields.float32();
        case INT -> single = fields.varint();
        case STRING -> single = text(fields);
        case TENSOR -> single = TensorReader.read(source, files, fields);
        case GRAPH -> single = GraphReader.read(source, files, fields.message());
        case FLOATS -> fields.floats(value -> list.add((float) value));
        case INTS -> fields.varints(list::add);
        case STRINGS -> list.add(text(fields));
        case TENSORS -> list.add(TensorReader.read(source, files, fields));
        case GRAPHS -> list.add(GraphReader.read(source, files, fields.message()));
        default -> {}
      }
    }

    private static Object text(ProtoReader fields) {
      var text = Utf8.decode(fields.bytes());
      return text == null ? ByteBuffer.wrap(fields.byteArray()).asReadOnlyBuffer() : text;
    }
  }
}
