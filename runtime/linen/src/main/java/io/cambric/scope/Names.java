package io.cambric.scope;

import io.cambric.core.Source;
import io.cambric.errors.InvalidNameException;
import java.util.Collection;

/**
 * The rules for names. Submodules and collections have names that are not empty and have no slash.
 * The names of variables may be paths, with slashes between names.
 */
public final class Names {

  private static final String SEPARATOR = "/";

  private Names() {}

  /**
   * {@return the name, checked to be valid in a path}
   *
   * @param what is named, for the message, such as {@code a submodule}
   * @throws InvalidNameException if the name is empty or has a slash in it, which would give two
   *     variables one path
   */
  public static String require(String what, String name) {
    if (name.isEmpty() || name.contains(SEPARATOR)) {
      throw new InvalidNameException(
          "The name of %s needs at least one character and no slash, because slashes separate the names of a path, but got \"%s\" at %s. %s"
              .formatted(what, name, Source.capture(), mend(name)));
    }
    return name;
  }

  /** Checks the names of a variable and of its collection. */
  static void requireVariable(String collection, String name) {
    require("a collection", collection);
    requirePath("a variable", name);
  }

  /**
   * {@return the name, checked to be one name or several with slashes between them}
   *
   * @param what is named, for the message, such as {@code a variable}
   * @throws InvalidNameException if one of the names is empty
   */
  static String requirePath(String what, String name) {
    for (var part : name.split(SEPARATOR, -1)) {
      if (part.isEmpty()) {
        throw new InvalidNameException(
            "The name of %s needs at least one character, also before and after each slash, but got \"%s\" at %s. %s"
                .formatted(what, name, Source.capture(), mend(name)));
      }
    }
    return name;
  }

  /** {@return whether a name is a path of several} */
  static boolean isPath(String name) {
    return name.contains(SEPARATOR);
  }

  /**
   * {@return a question for the nearest of the names that exist, with a space in front, or nothing}
   */
  public static String didYouMean(String name, Collection<String> present) {
    return NameSuggestions.didYouMean(name, present);
  }

  private static String mend(String name) {
    return name.replace(SEPARATOR, "").isEmpty()
        ? "Choose a name such as \"hidden\"."
        : "Rename it, as in \"%s\".".formatted(name.replace(SEPARATOR, "_"));
  }
}
