package io.cambric.io;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Arrays by name, such as the weights of a file or a map in memory. Shapes and dtypes are known
 * before any elements are read.
 */
public interface NamedArrays {

  /** {@return the names, in the order of the file} */
  Set<String> names();

  /**
   * {@return shape and dtype of the array with a name}
   *
   * @throws DataException if there is none
   */
  ShapedArray aval(String name);

  /**
   * {@return the array with a name}
   *
   * @throws DataException if there is none, or it cannot be read
   */
  Array get(String name);

  /** {@return the arrays whose names meet a condition, such as a prefix; no element is read} */
  default NamedArrays filter(Predicate<String> condition) {
    var kept = new LinkedHashSet<>(names());
    kept.removeIf(condition.negate());
    return part(this, kept, "");
  }

  /**
   * {@return the arrays whose names begin with a prefix, by the rest of their names; no element is
   * read}
   *
   * @param prefix with its separator, as in {@code "state_dict."}
   * @throws DataException if no name begins so
   */
  default NamedArrays below(String prefix) {
    var rests = new LinkedHashSet<String>();
    for (var name : names()) {
      if (name.startsWith(prefix)) {
        rests.add(name.substring(prefix.length()));
      }
    }
    if (rests.isEmpty()) {
      throw new DataException(
          "No array has a name that begins with %s; the names are %s. Pass the beginning of some of them, with its separator."
              .formatted(Quoted.of(prefix), Quoted.of(names())));
    }
    return part(this, rests, prefix);
  }

  private static NamedArrays part(NamedArrays all, Set<String> kept, String prefix) {
    var names = Collections.unmodifiableSet(kept);
    return new NamedArrays() {

      @Override
      public Set<String> names() {
        return names;
      }

      @Override
      public ShapedArray aval(String name) {
        return all.aval(prefix + require(name));
      }

      @Override
      public Array get(String name) {
        return all.get(prefix + require(name));
      }

      private String require(String name) {
        if (!names.contains(name)) {
          throw missing(name, names.size());
        }
        return name;
      }
    };
  }

  private static DataException missing(String name, int others) {
    return new DataException(
        "There is no array named %s among the %d arrays. names() lists them."
            .formatted(Quoted.of(name), others));
  }

  /** {@return the arrays of a map} */
  static NamedArrays of(Map<String, ? extends Array> arrays) {
    return new NamedArrays() {

      @Override
      public Set<String> names() {
        return arrays.keySet();
      }

      @Override
      public ShapedArray aval(String name) {
        return get(name).aval();
      }

      @Override
      public Array get(String name) {
        var array = arrays.get(name);
        if (array == null) {
          throw missing(name, arrays.size());
        }
        return array;
      }
    };
  }
}
