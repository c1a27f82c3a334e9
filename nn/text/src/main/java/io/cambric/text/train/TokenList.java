package io.cambric.text.train;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tokens in the order of their numbers; mutable during training. */
final class TokenList {

  private final List<String> tokens = new ArrayList<>();
  private final Map<String, Integer> ids = new HashMap<>();

  /** {@return the number of a token, which gets the next one if it has none} */
  int idOf(String token) {
    return ids.computeIfAbsent(
        token,
        added -> {
          tokens.add(added);
          return tokens.size() - 1;
        });
  }

  String token(int id) {
    return tokens.get(id);
  }

  int size() {
    return tokens.size();
  }
}
