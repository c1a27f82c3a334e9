package io.cambric.io.event;

import io.cambric.io.protobuf.ProtoReader;
import io.cambric.io.protobuf.ProtoWriter;
import java.nio.ByteBuffer;

/** Tagged values as messages of Protocol Buffers. */
final class SummaryCodec {

  private static final int TAG = 1;
  private static final int SCALAR = 2;
  private static final int IMAGE = 4;
  private static final int HISTOGRAM = 5;
  private static final int TENSOR = 8;
  private static final int METADATA = 9;

  private static final int PLUGIN_DATA = 1;
  private static final int PLUGIN_NAME = 1;
  private static final int PLUGIN_CONTENT = 2;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private SummaryCodec() {}

  static void encode(Summary summary, ProtoWriter message) {
    message.stringUnlessEmpty(TAG, summary.tag());
    switch (summary.value()) {
      case SummaryValue.Scalar scalar -> message.float32(SCALAR, scalar.value());
      case SummaryValue.Image image ->
          message.message(IMAGE, fields -> ImageCodec.encode(image, fields));
      case Histogram histogram ->
          message.message(HISTOGRAM, fields -> HistogramCodec.encode(histogram, fields));
      case SummaryValue.Tensor tensor ->
          message.message(TENSOR, fields -> TensorCodec.encode(tensor, fields));
      case SummaryValue.Other() -> {}
    }
    if (!summary.plugin().isEmpty()) {
      message.message(
          METADATA,
          metadata -> metadata.message(PLUGIN_DATA, plugin -> encodePlugin(summary, plugin)));
    }
  }

  private static void encodePlugin(Summary summary, ProtoWriter plugin) {
    plugin.string(PLUGIN_NAME, summary.plugin());
    if (summary.pluginContent().hasRemaining()) {
      plugin.bytes(PLUGIN_CONTENT, summary.pluginContent());
    }
  }

  static Summary decode(ProtoReader fields) {
    var tag = "";
    var plugin = new Plugin("", NOTHING);
    SummaryValue value = new SummaryValue.Other();
    while (fields.next()) {
      switch (fields.field()) {
        case TAG -> tag = fields.string();
        case SCALAR -> value = new SummaryValue.Scalar(fields.float32());
        case IMAGE -> value = ImageCodec.decode(fields.message());
        case HISTOGRAM -> value = HistogramCodec.decode(fields.message());
        case TENSOR -> value = TensorCodec.decode(fields.message());
        case METADATA -> plugin = plugin(fields.message());
        default -> {}
      }
    }
    return new Summary(tag, plugin.name, plugin.content, value);
  }

  private static Plugin plugin(ProtoReader metadata) {
    var name = "";
    var content = NOTHING;
    while (metadata.next()) {
      if (metadata.field() == PLUGIN_DATA) {
        var fields = metadata.message();
        while (fields.next()) {
          switch (fields.field()) {
            case PLUGIN_NAME -> name = fields.string();
            case PLUGIN_CONTENT -> content = ByteBuffer.wrap(fields.byteArray());
            default -> {}
          }
        }
      }
    }
    return new Plugin(name, content);
  }

  private record Plugin(String name, ByteBuffer content) {}
}
