package io.cambric.conformance.flax;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import tools.jackson.databind.JsonNode;

/** Trees of numbers and texts, as maps in their order and lists. */
final class PlainTree {

  private PlainTree() {}

  /** {@return a text of Python with quotes around the keys of dicts, which cases leave out} */
  static String quoted(String text) {
    return text.replaceAll("([{,]\\s*)([a-zA-Z_]\\w*):", "$1'$2':");
  }

  static Object of(JsonNode node) {
    if (node.isObject()) {
      var map = new LinkedHashMap<String, Object>();
      node.properties().forEach(each -> map.put(each.getKey(), of(each.getValue())));
      return map;
    }
    if (node.isArray()) {
      var list = new ArrayList<Object>();
      node.forEach(each -> list.add(of(each)));
      return list;
    }
    return node.isString() ? node.asString() : (Object) node.longValue();
  }
}
