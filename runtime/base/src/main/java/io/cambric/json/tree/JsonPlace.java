package io.cambric.json.tree;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;

/**
 * A place in a JSON text, for messages.
 *
 * @param source the file, or another name of the text
 * @param path from the root {@code $} on
 */
public record JsonPlace(String source, String path) {

  public static JsonPlace root(String source) {
    return new JsonPlace(source, "$");
  }

  public JsonPlace below(String name) {
    return new JsonPlace(source, path + "." + name);
  }

  public JsonPlace at(int index) {
    return new JsonPlace(source, "%s[%d]".formatted(path, index));
  }

  public DataException failure(String needed, String came, String mend) {
    return new DataException(
        "%s needs %s at %s, but %s. %s".formatted(source, needed, Quoted.of(path), came, mend));
  }
}
