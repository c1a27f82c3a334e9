package io.cambric.serialization;

import io.cambric.array.Shape;
import io.cambric.errors.DataException;
import io.cambric.io.ElementBytes;
import io.cambric.serialization.EncodedArray.Segment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads the header of an array, an array of msgpack with shape, dtype and bytes, and checks that
 * they fit. The bytes are skipped.
 */
final class EncodedArrayReader {

  /** The maximum of axes in NumPy. */
  private static final int MAX_RANK = 64;

  /** The maximum length of the name of a dtype. */
  private static final int MAX_NAME = 100;

  private final MsgpackInput in;

  EncodedArrayReader(MsgpackInput in) {
    this.in = in;
  }

  EncodedArray read(boolean isScalar) throws IOException {
    long at = in.position();
    if (count() != 3) {
      throw in.malformed(
          "the array at byte %d does not consist of shape, dtype and bytes".formatted(at));
    }
    var shape = shape(at);
    var dtype = dtype(at);
    long bytes = length(at);
    var segment = new Segment(in.position(), bytes);
    in.skip(bytes);
    requireBytes(at, dtype, shape, bytes);
    if (isScalar && shape.rank() != 0) {
      throw in.malformed("the NumPy scalar at byte %d has shape %s".formatted(at, shape));
    }
    return new EncodedArray(dtype, shape, List.of(segment), isScalar);
  }

  private void requireBytes(long at, String dtype, Shape shape, long bytes) {
    var known = EncodedArray.known(dtype);
    if (known == null) {
      var misfit = ElementBytes.misfit(dtype, shape, bytes);
      if (misfit != null) {
        throw in.malformed("of the array at byte %d, %s".formatted(at, misfit));
      }
    } else if (bytes != (long) shape.size() * known.bytes()) {
      throw in.malformed(
          "the array at byte %d is %s%s, which takes %d bytes, but has %d"
              .formatted(at, known, shape, (long) shape.size() * known.bytes(), bytes));
    }
  }

  private Shape shape(long at) throws IOException {
    long rank = count();
    if (rank > MAX_RANK) {
      throw in.malformed("the array at byte %d has more than %d axes".formatted(at, MAX_RANK));
    }
    var dims = new int[(int) rank];
    for (int i = 0; i < dims.length; i++) {
      long dim = integer(at);
      if (dim < 0 || dim > Shape.MAX_SIZE) {
        throw in.malformed(
            "the array at byte %d has an axis of %s elements"
                .formatted(at, Long.toUnsignedString(dim)));
      }
      dims[i] = (int) dim;
    }
    if (EncodedArray.isTooLarge(dims)) {
      throw in.malformed(
          "the array at byte %d has more than %d elements".formatted(at, Shape.MAX_SIZE));
    }
    return Shape.of(dims);
  }

  private String dtype(long at) throws IOException {
    long length = length(at);
    if (length > MAX_NAME) {
      throw in.malformed("the dtype of the array at byte %d has no name".formatted(at));
    }
    return new String(in.bytes(length), StandardCharsets.ISO_8859_1);
  }

  private long count() throws IOException {
    int type = in.u8();
    return switch (type) {
      case MsgpackFormat.ARRAY16 -> in.u16();
      case MsgpackFormat.ARRAY32 -> in.u32();
      default -> {
        if ((type & 0xf0) != MsgpackFormat.FIXARRAY) {
          throw unexpected(type, "an array of msgpack");
        }
        yield type & 0xf;
      }
    };
  }

  private long integer(long at) throws IOException {
    int type = in.u8();
    return switch (type) {
      case MsgpackFormat.UINT8 -> in.u8();
      case MsgpackFormat.UINT16 -> in.u16();
      case MsgpackFormat.UINT32 -> in.u32();
      case MsgpackFormat.UINT64 -> in.i64();
      default -> {
        if (type > Byte.MAX_VALUE) {
          throw unexpected(type, "a size of the array at byte " + at);
        }
        yield type;
      }
    };
  }

  /** {@return the length of a text or of binary data} */
  private long length(long at) throws IOException {
    int type = in.u8();
    return switch (type) {
      case MsgpackFormat.BIN8, MsgpackFormat.STR8 -> in.u8();
      case MsgpackFormat.BIN16, MsgpackFormat.STR16 -> in.u16();
      case MsgpackFormat.BIN32, MsgpackFormat.STR32 -> in.u32();
      default -> {
        if ((type & 0xe0) != MsgpackFormat.FIXSTR) {
          throw unexpected(type, "dtype or bytes of the array at byte " + at);
        }
        yield type & MsgpackFormat.MAX_FIXSTR;
      }
    };
  }

  private DataException unexpected(int type, String needed) {
    return in.malformed(
        "byte %d is 0x%x, but must begin %s".formatted(in.position() - 1, type, needed));
  }
}
