package io.cambric.frameworks.orbax;

import io.cambric.file.support.Quoted;
import io.cambric.frameworks.content.ArrayHeader;
import io.cambric.json.JsonValue;
import java.nio.ByteOrder;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The header of an array in the zarr format.
 *
 * @param key of the array, as in {@code params.Dense_0.kernel}
 * @param dtype in the words of NumPy
 * @param order of the bytes of an element
 * @param sizes of the array
 * @param chunks the sizes of a chunk
 * @param compressed whether chunks are compressed with Zstandard
 * @param separator between the indices of a chunk in its key
 * @see <a href="https://zarr-specs.readthedocs.io/en/latest/v2/v2.0.html">Zarr, version 2</a>
 */
record ZarrHeader(
    String key,
    String dtype,
    ByteOrder order,
    List<Long> sizes,
    List<Integer> chunks,
    boolean compressed,
    String separator) {

  /** An order of bytes, a kind, and bytes of an element. */
  private static final Pattern NUMPY = Pattern.compile("([<>|])([biufc])(\\d{1,2})");

  ZarrHeader {
    sizes = List.copyOf(sizes);
    chunks = List.copyOf(chunks);
  }

  /**
   * {@return the header in a text}
   *
   * @throws io.cambric.errors.DataException if it is damaged, or needs more than this reader has
   */
  static ZarrHeader of(String key, JsonValue json, KeyValues values) {
    requireForm(json);
    var dtype = json.get("dtype").text();
    var numpy = NUMPY.matcher(dtype);
    boolean isNumpy = numpy.matches();
    var header =
        new ZarrHeader(
            key,
            isNumpy ? name(numpy.group(2), Integer.parseInt(numpy.group(3))) : dtype,
            isNumpy && numpy.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
            json.get("shape").elements().stream().map(ZarrHeader::size).toList(),
            json.get("chunks").elements().stream().map(JsonValue::integer).toList(),
            json.find("compressor").isPresent(),
            json.find("dimension_separator").map(JsonValue::text).orElse("."));
    if (header.chunks.size() != header.sizes.size()
        || header.chunks.stream().anyMatch(size -> size <= 0)) {
      throw values.malformed(
          "array %s has the sizes %s and chunks of %s",
          Quoted.of(key), header.sizes, header.chunks);
    }
    if (ArrayHeader.elements(header.sizes) == ArrayHeader.UNCOUNTABLE) {
      throw values.malformed(
          "array %s has the sizes %s, which make more elements than can be counted",
          Quoted.of(key), header.sizes);
    }
    return header;
  }

  /** Refuses what other writers may do, but Orbax does not. */
  private static void requireForm(JsonValue json) {
    var mend = "Save it again with the defaults of Orbax.";
    if (json.get("zarr_format").integer() != 2) {
      throw json.get("zarr_format").failure("2", mend);
    }
    if (!json.get("order").text().equals("C")) {
      throw json.get("order").failure("\"C\"", mend);
    }
    json.find("filters")
        .filter(filters -> !filters.elements().isEmpty())
        .ifPresent(filters -> {
          throw filters.failure("null", mend);
        });
    json.find("compressor")
        .map(compressor -> compressor.get("id"))
        .filter(id -> !id.text().equals("zstd"))
        .ifPresent(id -> {
          throw id.failure("\"zstd\"", mend);
        });
    json.find("fill_value")
        .filter(value -> value.isFlag() ? value.flag() : !value.isNumber() || value.number() != 0)
        .ifPresent(value -> {
          throw value.failure("null or 0", mend);
        });
  }

  private static long size(JsonValue json) {
    double size = json.number();
    if (size < 0 || size > 1L << 53 || size != Math.rint(size)) {
      throw json.failure(
          "a whole number from 0 to 2^53", "Fetch the checkpoint or write it again.");
    }
    return (long) size;
  }

  private static String name(String kind, int bytes) {
    var bits = Integer.toString(Byte.SIZE * bytes);
    return switch (kind) {
      case "b" -> bytes == 1 ? "bool" : "bool" + bits;
      case "i" -> "int" + bits;
      case "u" -> "uint" + bits;
      case "f" -> "float" + bits;
      default -> "complex" + bits;
    };
  }

  /** {@return the number of bytes of all elements; 0 for a dtype of unknown size} */
  long bytes() {
    return ArrayHeader.elements(sizes) * ArrayHeader.width(dtype);
  }
}
