package io.cambric.io.event;

import io.cambric.io.protobuf.ProtoReader;
import io.cambric.io.protobuf.ProtoWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Arrays of TensorFlow as messages of Protocol Buffers. */
final class TensorCodec {

  private static final int DTYPE = 1;
  private static final int SHAPE = 2;
  private static final int CONTENT = 4;
  private static final int FLOATS = 5;
  private static final int STRINGS = 8;

  /** The field of the sizes in a shape, and the field of the number in a size. */
  private static final int DIM = 2;

  private static final int SIZE = 1;

  private TensorCodec() {}

  static void encode(SummaryValue.Tensor tensor, ProtoWriter message) {
    message.varintUnlessZero(DTYPE, tensor.dtype());
    if (!tensor.dims().isEmpty()) {
      message.message(
          SHAPE,
          shape ->
              tensor
                  .dims()
                  .forEach(size -> shape.message(DIM, dim -> dim.varintUnlessZero(SIZE, size))));
    }
    if (tensor.content().hasRemaining()) {
      message.bytes(CONTENT, tensor.content());
    }
    float[] floats = new float[tensor.floats().size()];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = tensor.floats().get(i);
    }
    message.float32s(FLOATS, floats);
    tensor.strings().forEach(text -> message.string(STRINGS, text));
  }

  static SummaryValue.Tensor decode(ProtoReader fields) {
    int dtype = 0;
    var dims = new ArrayList<Long>();
    var strings = new ArrayList<String>();
    var floats = new ArrayList<Float>();
    byte[] content = {};
    while (fields.next()) {
      switch (fields.field()) {
        case DTYPE -> dtype = fields.int32();
        case SHAPE -> addDims(fields.message(), dims);
        case CONTENT -> content = fields.byteArray();
        case FLOATS -> fields.floats(value -> floats.add((float) value));
        case STRINGS -> strings.add(fields.string());
        default -> {}
      }
    }
    return new SummaryValue.Tensor(dtype, dims, strings, floats, ByteBuffer.wrap(content));
  }

  private static void addDims(ProtoReader shape, List<Long> dims) {
    while (shape.next()) {
      if (shape.field() == DIM) {
        long size = 0;
        var dim = shape.message();
        while (dim.next()) {
          if (dim.field() == SIZE) {
            size = dim.varint();
          }
        }
        dims.add(size);
      }
    }
  }
}
