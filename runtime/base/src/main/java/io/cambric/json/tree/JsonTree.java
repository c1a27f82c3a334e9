package io.cambric.json.tree;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/**
 * A JSON text as maps, lists, strings, {@link JsonNumber}s, booleans and null. Names that come
 * twice and deep nesting are refused; memory is in proportion to the text.
 */
public final class JsonTree {

  private static final int MAX_DEPTH = 200;

  private static final int MAX_NUMBER = 100;

  /** Names are not looked up in a table of symbols, whose hashes a text could make collide. */
  public static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(MAX_NUMBER)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final JsonParser json;

  private JsonTree(JsonParser json) {
    this.json = json;
  }

  public static @Nullable Object parse(String source, String text) {
    try (var json = JSON.createParser(ObjectReadContext.empty(), text)) {
      if (json.nextToken() == null) {
        throw new DataException(
            "%s must contain a JSON value, but is empty. Write it again.".formatted(source));
      }
      var value = new JsonTree(json).value();
      if (json.nextToken() != null) {
        throw new DataException(
            "%s must contain one JSON value, but has more in line %d. Remove everything after the first."
                .formatted(source, json.currentTokenLocation().getLineNr()));
      }
      return value;
    } catch (JacksonException e) {
      var place = e.getLocation();
      throw new DataException(
          "%s is not JSON: line %d, column %d: %s. Fix the text, or write it again."
              .formatted(
                  source,
                  place == null ? 0 : place.getLineNr(),
                  place == null ? 0 : place.getColumnNr(),
                  Quoted.of(e.getOriginalMessage())),
          e);
    }
  }

  private @Nullable Object value() {
    return switch (json.currentToken()) {
      case START_OBJECT -> object();
      case START_ARRAY -> array();
      case VALUE_STRING -> json.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(json.getString());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new IllegalStateException("token " + json.currentToken());
    };
  }

  private Map<String, @Nullable Object> object() {
    var object = new LinkedHashMap<String, @Nullable Object>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      var name = json.currentName();
      json.nextToken();
      object.put(name, value());
    }
    return Collections.unmodifiableMap(object);
  }

  private List<@Nullable Object> array() {
    var array = new ArrayList<@Nullable Object>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      array.add(value());
    }
    return Collections.unmodifiableList(array);
  }
}
