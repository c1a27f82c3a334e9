package io.cambric.io.event;

import io.cambric.io.protobuf.ProtoReader;
import io.cambric.io.protobuf.ProtoWriter;
import java.nio.ByteBuffer;

/** Images as messages of Protocol Buffers. */
final class ImageCodec {

  private static final int HEIGHT = 1;
  private static final int WIDTH = 2;
  private static final int CHANNELS = 3;
  private static final int ENCODED = 4;

  private ImageCodec() {}

  static void encode(SummaryValue.Image image, ProtoWriter message) {
    message
        .varintUnlessZero(HEIGHT, image.height())
        .varintUnlessZero(WIDTH, image.width())
        .varintUnlessZero(CHANNELS, image.channels());
    if (image.encoded().hasRemaining()) {
      message.bytes(ENCODED, image.encoded());
    }
  }

  static SummaryValue.Image decode(ProtoReader fields) {
    int height = 0;
    int width = 0;
    int channels = 0;
    byte[] encoded = {};
    while (fields.next()) {
      switch (fields.field()) {
        case HEIGHT -> height = fields.int32();
        case WIDTH -> width = fields.int32();
        case CHANNELS -> channels = fields.int32();
        case ENCODED -> encoded = fields.byteArray();
        default -> {}
      }
    }
    return new SummaryValue.Image(height, width, channels, ByteBuffer.wrap(encoded));
  }
}
