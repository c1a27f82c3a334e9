package io.cambric.io.safetensors.format;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.errors.ShapeException;
import io.cambric.file.support.Quoted;
import java.io.IOException;
import java.io.Reader;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.JacksonIOException;

/**
 * Reads the header of a safetensors file, token by token, as strictly as the reference
 * implementation. The header is UTF-8 that begins with the brace of an object. Its numbers have no
 * sign, fraction or exponent. Mutable, for one file.
 *
 * @see <a href="https://github.com/huggingface/safetensors#format">The format</a>
 */
public final class SafeTensorsHeader {

  /** The location of an array; bytes count from the end of the header. */
  public record Entry(String name, DType dtype, Shape shape, long begin, long end) {

    /** {@return shape and dtype of the array} */
    public ShapedArray aval() {
      return new ShapedArray(shape, dtype);
    }
  }

  private final String file;
  private final JsonParser json;
  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, String> metadata = new LinkedHashMap<>();

  private SafeTensorsHeader(String file, Reader text) {
    this.file = file;
    json = SafeTensorsFormat.JSON.createParser(ObjectReadContext.empty(), text);
  }

  /** {@return the header of a file, read from these bytes up to their end} */
  static SafeTensorsHeader read(String file, ReadableByteChannel bytes) throws IOException {
    // A new decoder reports malformed bytes; the decoder behind a charset argument replaces them.
    var text = Channels.newReader(bytes, StandardCharsets.UTF_8.newDecoder(), -1);
    try {
      var header = new SafeTensorsHeader(file, text);
      header.parse();
      return header;
    } catch (JacksonIOException e) {
      if (e.getCause() instanceof CharacterCodingException) {
        throw because(e, SafeTensorsFormat.malformed(file, "its header is not UTF-8"));
      }
      throw e.getCause();
    } catch (JacksonException e) {
      var what = "its header is not JSON: " + Quoted.of(e.getOriginalMessage());
      throw because(e, SafeTensorsFormat.malformed(file, what));
    }
  }

  private static DataException because(RuntimeException cause, DataException failure) {
    failure.initCause(cause);
    return failure;
  }

  /** {@return the arrays, in the order of the header} */
  List<Entry> entries() {
    return entries;
  }

  /** {@return the free text, in the order of the header} */
  Map<String, String> metadata() {
    return metadata;
  }

  private void parse() {
    boolean first =
        json.nextToken() == JsonToken.START_OBJECT
            && json.currentTokenLocation().getCharOffset() == 0;
    if (!first) {
      throw malformed("its header does not begin with a JSON object");
    }
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      var name = text();
      json.nextToken();
      if (name.equals(SafeTensorsFormat.METADATA)) {
        readMetadata();
      } else {
        entries.add(entry(name));
      }
    }
    if (json.nextToken() != null) {
      throw malformed("it has more than one JSON objects header");
    }
  }

  private void readMetadata() {
    // The reference implementation also takes null for absent metadata.
    if (json.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw malformed("the metadata of its header are not a JSON object");
    }
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      var key = text();
      if (json.nextToken() != JsonToken.VALUE_STRING) {
        throw malformed("the metadata %s are not a string".formatted(Quoted.of(key)));
      }
      metadata.put(key, text());
    }
  }

  private Entry entry(String name) {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw malformed("array %s is not a JSON object".formatted(Quoted.of(name)));
    }
    DType dtype = null;
    Shape shape = null;
    long[] offsets = null;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      var field = text();
      json.nextToken();
      switch (field) {
        case "dtype" -> dtype = dtype(name);
        case "shape" -> shape = shape(name);
        case "data_offsets" -> offsets = offsets(name);
        default -> skip();
      }
    }
    if (dtype == null || shape == null || offsets == null) {
      throw malformed("array %s needs dtype, shape and data_offsets".formatted(Quoted.of(name)));
    }
    long needed = (long) shape.size() * dtype.bytes();
    if (offsets[1] - offsets[0] != needed) {
      throw malformed(
          "array %s %s%s needs %d bytes, but its offsets are [%d, %d]"
              .formatted(Quoted.of(name), dtype, shape, needed, offsets[0], offsets[1]));
    }
    return new Entry(name, dtype, shape, offsets[0], offsets[1]);
  }

  private DType dtype(String name) {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw malformed("the dtype of array %s is not a string".formatted(Quoted.of(name)));
    }
    var dtype = text();
    return SafeTensorsFormat.dtype(dtype)
        .orElseThrow(() ->
            new DataException(
                "Array %s of %s has dtype %s, which Cambric does not have. Convert it to one of BOOL, U8 ... U64, I8 ... I64, BF16, F16, F32, F64."
                    .formatted(Quoted.of(name), file, Quoted.of(dtype))));
  }

  private Shape shape(String name) {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw malformed("the shape of array %s is not a JSON array".formatted(Quoted.of(name)));
    }
    int[] dims = new int[4];
    int rank = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      long dim = wholeNumber();
      if (dim < 0 || dim > Integer.MAX_VALUE) {
        throw malformed(
            "array %s has %s for a size, which is not a whole number from 0 to 2^31 - 1"
                .formatted(Quoted.of(name), Quoted.of(json.getString())));
      }
      if (rank == dims.length) {
        dims = Arrays.copyOf(dims, 2 * rank);
      }
      dims[rank++] = (int) dim;
    }
    return shape(name, Arrays.copyOf(dims, rank));
  }

  private Shape shape(String name, int[] dims) {
    var tooLarge =
        "array %s has more elements than a Java array can hold".formatted(Quoted.of(name));
    if (SafeTensorsFormat.elements(dims) == SafeTensorsFormat.UNCOUNTABLE) {
      throw malformed(tooLarge);
    }
    try {
      return Shape.of(dims);
    } catch (ShapeException e) {
      throw because(e, malformed(tooLarge));
    }
  }

  private long[] offsets(String name) {
    if (json.currentToken() == JsonToken.START_ARRAY) {
      json.nextToken();
      long begin = wholeNumber();
      json.nextToken();
      long end = wholeNumber();
      if (begin >= 0 && end >= begin && json.nextToken() == JsonToken.END_ARRAY) {
        return new long[] {begin, end};
      }
    }
    throw malformed(
        "the data_offsets of array %s are not two ascending whole numbers"
            .formatted(Quoted.of(name)));
  }

  /**
   * {@return the current number; -1 unless it consists of the digits of a whole number below 2^63}
   */
  private long wholeNumber() {
    boolean whole =
        json.currentToken() == JsonToken.VALUE_NUMBER_INT
            && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER
            && !json.getString().startsWith("-");
    return whole ? json.getLongValue() : -1;
  }

  /** Skips the value of an unknown field, and checks its text nevertheless. */
  private void skip() {
    int depth = 0;
    while (true) {
      switch (json.currentToken()) {
        case START_OBJECT, START_ARRAY -> depth++;
        case END_OBJECT, END_ARRAY -> depth--;
        case PROPERTY_NAME, VALUE_STRING -> text();
        default -> {}
      }
      if (depth == 0) {
        return;
      }
      json.nextToken();
    }
  }

  /** {@return the current name or string} */
  private String text() {
    var text = json.getString();
    if (!SafeTensorsFormat.isUnicode(text)) {
      throw malformed("the string %s of its header is not Unicode".formatted(Quoted.of(text)));
    }
    return text;
  }

  private DataException malformed(String what) {
    return SafeTensorsFormat.malformed(file, what);
  }
}
