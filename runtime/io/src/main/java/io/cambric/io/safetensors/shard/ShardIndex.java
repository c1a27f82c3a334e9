package io.cambric.io.safetensors.shard;

import io.cambric.errors.DataException;
import io.cambric.file.support.InputFile;
import io.cambric.file.support.Quoted;
import io.cambric.io.safetensors.format.SafeTensorsFormat;
import java.io.ByteArrayOutputStream;
import java.nio.channels.Channels;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;

/**
 * The index of a sharded model, in JSON, as Hugging Face writes it for files of any format: the
 * file of each array, and the total number of bytes.
 *
 * @param shards from the name of an array to the name of its file, in the order of the index
 * @param totalBytes of the elements of all arrays; null if the index lacks it
 */
public record ShardIndex(Map<String, String> shards, @Nullable Long totalBytes) {

  private static final String METADATA = "metadata";
  private static final String TOTAL_SIZE = "total_size";
  private static final String WEIGHT_MAP = "weight_map";

  /**
   * {@return the index of a file}
   *
   * @param kind of the files that it names, as in {@code "safetensors files"}
   * @throws DataException if the file cannot be read or is no index
   */
  public static ShardIndex read(Path file, String kind) {
    return new Text(file, kind).read();
  }

  /** {@return the text of the index} */
  public String toJson() {
    var bytes = new ByteArrayOutputStream();
    try (var json = SafeTensorsFormat.JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      json.writeStartObject();
      json.writeObjectPropertyStart(METADATA);
      if (totalBytes != null) {
        json.writeNumberProperty(TOTAL_SIZE, totalBytes.longValue());
      }
      json.writeEndObject();
      json.writeObjectPropertyStart(WEIGHT_MAP);
      shards.forEach(json::writeStringProperty);
      json.writeEndObject();
      json.writeEndObject();
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /**
   * The text of an index.
   *
   * @param kind of the files that it names
   */
  private record Text(Path file, String kind) {

    ShardIndex read() {
      return InputFile.read(
          file,
          "an index of " + kind,
          channel -> {
            if (channel.size() > SafeTensorsFormat.MAX_HEADER_BYTES) {
              throw malformed(
                  "it has %d bytes, more than the limit of %d"
                      .formatted(channel.size(), SafeTensorsFormat.MAX_HEADER_BYTES));
            }
            var text = Channels.newReader(channel, StandardCharsets.UTF_8.newDecoder(), -1);
            try (var json = SafeTensorsFormat.JSON.createParser(ObjectReadContext.empty(), text)) {
              return parse(json);
            } catch (JacksonIOException e) {
              if (e.getCause() instanceof CharacterCodingException) {
                throw malformed("it is not UTF-8", e);
              }
              throw e.getCause();
            } catch (JacksonException e) {
              var what = "it is not JSON: " + Quoted.of(e.getOriginalMessage());
              throw malformed(what, e);
            }
          });
    }

    private ShardIndex parse(JsonParser json) {
      var shards = new LinkedHashMap<String, String>();
      boolean mapped = false;
      Long total = null;
      require(json.nextToken() == JsonToken.START_OBJECT, "it is not a JSON object");
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        var key = json.getString();
        boolean object = json.nextToken() == JsonToken.START_OBJECT;
        if (key.equals(WEIGHT_MAP)) {
          require(object, "its weight_map is not a JSON object");
          readShards(json, shards);
          mapped = true;
        } else if (key.equals(METADATA) && object) {
          total = total(json);
        } else {
          json.skipChildren();
        }
      }
      require(mapped, "it has no weight_map");
      require(json.nextToken() == null, "it has more than one JSON object");
      return new ShardIndex(shards, total);
    }

    private void readShards(JsonParser json, Map<String, String> shards) {
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        var name = json.getString();
        require(
            json.nextToken() == JsonToken.VALUE_STRING,
            "the file of array %s is not a string".formatted(Quoted.of(name)));
        shards.put(name, json.getString());
      }
    }

    private static @Nullable Long total(JsonParser json) {
      Long total = null;
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        var key = json.getString();
        var token = json.nextToken();
        if (key.equals(TOTAL_SIZE) && token.isNumeric()) {
          // Some writers give a number with a fraction of zero.
          total = (long) json.getDoubleValue();
        } else {
          json.skipChildren();
        }
      }
      return total;
    }

    private void require(boolean condition, String otherwise) {
      if (!condition) {
        throw malformed(otherwise);
      }
    }

    private DataException malformed(String what) {
      return new DataException(message(what));
    }

    private DataException malformed(String what, Exception cause) {
      return new DataException(message(what), cause);
    }

    private String message(String what) {
      return "%s is not a valid index of %s: %s. Fetch or write it again."
          .formatted(file, kind, what);
    }
  }
}
