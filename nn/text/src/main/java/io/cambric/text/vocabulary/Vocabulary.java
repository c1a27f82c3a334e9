package io.cambric.text.vocabulary;

import io.cambric.io.json.JsonValue;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tokens and their numbers; an immutable value. */
public final class Vocabulary {

  /** The number of no token. */
  public static final int NONE = -1;

  private final Map<String, Integer> ids;
  private final Map<Integer, String> tokens;

  private Vocabulary(Map<String, Integer> ids) {
    this.ids = ids;
    this.tokens = HashMap.newHashMap(ids.size());
    ids.forEach((token, id) -> tokens.put(id, token));
  }

  /** {@return the vocabulary of a map from tokens to numbers} */
  public static Vocabulary of(Map<String, Integer> ids) {
    return new Vocabulary(new HashMap<>(ids));
  }

  /**
   * {@return the vocabulary of an object}
   *
   * @throws io.cambric.errors.DataException if its values are no numbers from 0 on
   */
  public static Vocabulary read(JsonValue json) {
    var ids = new HashMap<String, Integer>();
    json.fields().forEach((token, id) -> ids.put(token, id(id)));
    return new Vocabulary(ids);
  }

  /** {@return the number of a token} */
  public static int id(JsonValue json) {
    int id = json.integer();
    if (id < 0) {
      throw json.failure("a number of a token from 0 on", "Count tokens from 0.");
    }
    return id;
  }

  /** {@return the number of a token, {@link #NONE} if there is none} */
  public int id(String token) {
    return ids.getOrDefault(token, NONE);
  }

  /** {@return the token of a number, null if there is none} */
  public @Nullable String token(int id) {
    return tokens.get(id);
  }

  /** {@return how many tokens there are} */
  public int size() {
    return ids.size();
  }

  /** {@return tokens and numbers, by number} */
  public List<Map.Entry<String, Integer>> entries() {
    return ids.entrySet().stream().sorted(Comparator.comparing(Map.Entry::getValue)).toList();
  }

  /** {@return tokens and numbers, in no order} */
  public Map<String, Integer> ids() {
    return Collections.unmodifiableMap(ids);
  }
}
