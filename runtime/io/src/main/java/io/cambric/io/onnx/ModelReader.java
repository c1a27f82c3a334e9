package io.cambric.io.onnx;

import io.cambric.errors.DataException;
import io.cambric.io.protobuf.ProtoReader;
import io.cambric.io.protobuf.ProtoSource;
import java.util.Collections;
import java.util.LinkedHashMap;

/** Reads models. */
final class ModelReader {

  private static final int IR_VERSION = 1;
  private static final int PRODUCER_NAME = 2;
  private static final int PRODUCER_VERSION = 3;
  private static final int GRAPH = 7;
  private static final int OPERATOR_SET = 8;
  private static final int METADATA = 14;

  /** The fields of a set of operators. */
  private static final int SET_DOMAIN = 1;

  private static final int SET_VERSION = 2;

  private ModelReader() {}

  /**
   * {@return the model that makes up all of the bytes}
   *
   * @throws DataException if they are not a model
   */
  static OnnxModel read(ProtoSource source, ExternalFiles files) {
    long irVersion = 0;
    var producer = "";
    var producerVersion = "";
    var operatorSets = new LinkedHashMap<String, Long>();
    var metadata = new LinkedHashMap<String, String>();
    var graph = new GraphReader(source, files);
    boolean hasGraph = false;
    var fields = source.message();
    while (fields.next()) {
      switch (fields.field()) {
        case IR_VERSION -> irVersion = fields.varint();
        case PRODUCER_NAME -> producer = fields.string();
        case PRODUCER_VERSION -> producerVersion = fields.string();
        case OPERATOR_SET -> readSet(fields.message(), operatorSets);
        case METADATA -> StringEntry.read(fields.message()).putInto(metadata);
        case GRAPH -> {
          graph.add(fields.message());
          hasGraph = true;
        }
        default -> {}
      }
    }
    if (!hasGraph) {
      throw source.malformed("it has no graph");
    }
    return new OnnxModel(
        irVersion,
        (producer + " " + producerVersion).strip(),
        Collections.unmodifiableMap(operatorSets),
        Collections.unmodifiableMap(metadata),
        graph.graph());
  }

  private static void readSet(ProtoReader fields, LinkedHashMap<String, Long> sets) {
    var domain = "";
    long version = 0;
    while (fields.next()) {
      switch (fields.field()) {
        case SET_DOMAIN -> domain = fields.string();
        case SET_VERSION -> version = fields.varint();
        default -> {}
      }
    }
    sets.put(domain, version);
  }
}
