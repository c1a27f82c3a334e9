package io.cambric.data.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The orientation in the Exif data of JPEG and PNG. If the data are damaged or name no orientation,
 * the picture is unchanged.
 *
 * @see <a href="https://www.cipa.jp/std/documents/download_e.html?DC-008-Translation-2023-E">CIPA
 *     DC-008, 4.6.5: orientation</a>
 */
final class Exif {

  private static final int JPEG_MAGIC = 0xffd8;
  private static final int JPEG_APP1 = 0xffe1;
  private static final int JPEG_SCAN = 0xffda;
  private static final int JPEG_FIRST_MARKER = 0xffc0;
  private static final int JPEG_FILL = 0xffff;
  private static final byte[] JPEG_EXIF = "Exif\0\0".getBytes(StandardCharsets.US_ASCII);

  private static final int PNG_EXIF = 0x65584966;

  private static final int TIFF_VERSION = 42;
  private static final int TIFF_ENTRY_BYTES = 12;
  private static final int TIFF_SHORT = 3;
  private static final int TIFF_LONG = 4;
  private static final int TAG_ORIENTATION = 0x0112;

  private Exif() {}

  /** {@return the orientation of a file's content} */
  static Orientation orientation(byte[] content) {
    var bytes = ByteBuffer.wrap(content);
    if (PngChunks.isPng(content)) {
      return ofPng(content);
    }
    if (content.length >= Short.BYTES && Short.toUnsignedInt(bytes.getShort(0)) == JPEG_MAGIC) {
      return ofJpeg(bytes.position(Short.BYTES));
    }
    return Orientation.UPRIGHT;
  }

  private static Orientation ofJpeg(ByteBuffer bytes) {
    while (bytes.remaining() >= 2 * Short.BYTES) {
      int marker = Short.toUnsignedInt(bytes.getShort());
      if (marker == JPEG_FILL) {
        bytes.position(bytes.position() - 1);
        continue;
      }
      int length = Short.toUnsignedInt(bytes.getShort()) - Short.BYTES;
      boolean segment = marker >= JPEG_FIRST_MARKER && marker != JPEG_SCAN;
      if (!segment || length < 0 || length > bytes.remaining()) {
        return Orientation.UPRIGHT;
      }
      var data = bytes.slice(bytes.position(), length);
      if (marker == JPEG_APP1 && startsWithExif(data)) {
        return ofTiff(data.slice(JPEG_EXIF.length, length - JPEG_EXIF.length));
      }
      bytes.position(bytes.position() + length);
    }
    return Orientation.UPRIGHT;
  }

  private static boolean startsWithExif(ByteBuffer data) {
    return data.remaining() >= JPEG_EXIF.length
        && data.slice(0, JPEG_EXIF.length).equals(ByteBuffer.wrap(JPEG_EXIF));
  }

  private static Orientation ofPng(byte[] content) {
    var data = PngChunks.find(content, PNG_EXIF);
    if (data == null) {
      return Orientation.UPRIGHT;
    }
    return ofTiff(startsWithExif(data) ? data.position(JPEG_EXIF.length).slice() : data);
  }

  private static Orientation ofTiff(ByteBuffer tiff) {
    if (tiff.remaining() < 2 * Integer.BYTES) {
      return Orientation.UPRIGHT;
    }
    switch (tiff.getShort()) {
      case 'M' << 8 | 'M' -> tiff.order(ByteOrder.BIG_ENDIAN);
      case 'I' << 8 | 'I' -> tiff.order(ByteOrder.LITTLE_ENDIAN);
      default -> {
        return Orientation.UPRIGHT;
      }
    }
    int version = tiff.getShort();
    int directory = tiff.getInt();
    if (version != TIFF_VERSION || directory < 0 || directory > tiff.limit() - Short.BYTES) {
      return Orientation.UPRIGHT;
    }
    tiff.position(directory);
    int entries = Short.toUnsignedInt(tiff.getShort());
    for (int i = 0; i < entries && tiff.remaining() >= TIFF_ENTRY_BYTES; i++) {
      int entry = tiff.position();
      if (Short.toUnsignedInt(tiff.getShort(entry)) == TAG_ORIENTATION) {
        return Orientation.of(value(tiff, entry));
      }
      tiff.position(entry + TIFF_ENTRY_BYTES);
    }
    return Orientation.UPRIGHT;
  }

  /** {@return the number of an entry; 0 for an entry that is no number} */
  private static int value(ByteBuffer tiff, int entry) {
    int at = entry + Integer.BYTES + Integer.BYTES;
    return switch (tiff.getShort(entry + Short.BYTES)) {
      case TIFF_SHORT -> Short.toUnsignedInt(tiff.getShort(at));
      case TIFF_LONG -> tiff.getInt(at);
      default -> 0;
    };
  }
}
