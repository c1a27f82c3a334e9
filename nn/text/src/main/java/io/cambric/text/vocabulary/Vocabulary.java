package io.cambric.text.vocabulary;

import io.cambric.json.JsonValue;
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
  private final int size;

  private Vocabulary(Map<String, Integer> ids, Map<Integer, String> tokens, int size) {
    this.ids = ids;
    this.tokens = tokens;
    this.size = size;
  }

  /** {@return the vocabulary of tokens by number; a repeated token has the last number} */
  public static Vocabulary of(List<String> list) {
    var ids = HashMap.<String, Integer>newHashMap(list.size());
    var tokens = HashMap.<Integer, String>newHashMap(list.size());
    for (int i = 0; i < list.size(); i++) {
      ids.put(list.get(i), i);
      tokens.put(i, list.get(i));
    }
    return new Vocabulary(ids, tokens, list.size());
  }

  /**
   * {@return the vocabulary of an object}
   *
   * @throws io.cambric.errors.DataException if its values are no numbers from 0 on
   */
  public static Vocabulary read(JsonValue json) {
    var ids = new HashMap<String, Integer>();
    var tokens = new HashMap<Integer, String>();
    json.fields()
        .forEach((token, number) -> {
          int id = id(number);
          ids.put(token, id);
          tokens.put(id, token);
        });
    return new Vocabulary(ids, tokens, ids.size());
  }

  /** {@return the number of a token} */
  public static int id(JsonValue json) {
    int id = json.integer();
    if (id < 0) {
      throw json.failure("a token number of at least 0", "Count tokens from 0.");
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
    return size;
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
