package io.cambric.scope;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Paths of names, as lists. */
final class NamePath {

  private NamePath() {}

  /** {@return the path with a name before it} */
  static List<String> above(String name, List<String> names) {
    var longer = new ArrayList<String>(names.size() + 1);
    longer.add(name);
    longer.addAll(names);
    return Collections.unmodifiableList(longer);
  }

  /** {@return the path that is one name longer} */
  static List<String> below(List<String> names, String name) {
    var longer = new ArrayList<String>(names.size() + 1);
    longer.addAll(names);
    longer.add(name);
    return Collections.unmodifiableList(longer);
  }
}
