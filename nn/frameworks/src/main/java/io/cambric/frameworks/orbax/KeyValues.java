package io.cambric.frameworks.orbax;

import io.cambric.errors.DataException;
import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The values of a checkpoint under their keys, such as {@code params.Dense_0.kernel/0.0}.
 *
 * @param folder of the checkpoint
 * @param places of the values, in the order of their keys
 */
record KeyValues(Path folder, NavigableMap<String, ValuePlace> places) {

  /** The header of an array in the zarr format. */
  static final String HEADER = ".zarray";

  /** The character after the one that separates the parts of a key. */
  private static final char AFTER_SEPARATOR = '/' + 1;

  /** {@return the place of a value; null if there is none} */
  @Nullable ValuePlace place(String key) {
    return places.get(key);
  }

  /** {@return the places of the values whose keys begin with a name and a slash} */
  SortedMap<String, ValuePlace> below(String name) {
    return places.subMap(name + "/", name + AFTER_SEPARATOR);
  }

  /** {@return the exception for the checkpoint} */
  DataException malformed(String what, Object... values) {
    return malformed(folder, what.formatted(values), null);
  }

  /** {@return the exception for a checkpoint} */
  static DataException malformed(Path folder, String what, @Nullable Throwable cause) {
    var message =
        "Folder %s cannot be read as a checkpoint of Orbax: %s. Fetch or write it again."
            .formatted(folder, what);
    return cause == null ? new DataException(message) : new DataException(message, cause);
  }
}
