package io.cambric.text;

import io.cambric.text.align.AlignedText;
import io.cambric.text.align.Piece;
import io.cambric.text.normalize.Normalizer;
import io.cambric.text.vocabulary.Vocabulary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Tokens added to the vocabulary of a model; an immutable value. */
final class AddedVocabulary {

  private final Vocabulary vocabulary;
  private final @Nullable Normalizer normalizer;
  private final Map<String, Integer> ids = new HashMap<>();
  private final Map<Integer, AddedToken> tokens = new TreeMap<>();
  private final Set<String> special = new HashSet<>();

  /** Texts that tokens have after normalization, where these differ. */
  private final Map<Integer, String> normalForms = new HashMap<>();

  private final TokenFinder inOriginal;
  private final TokenFinder inNormalized;

  /**
   * Makes a vocabulary of tokens, in the order they are added in. A token of the model keeps its
   * number; others get the numbers after all.
   */
  AddedVocabulary(Vocabulary vocabulary, @Nullable Normalizer normalizer, List<AddedToken> added) {
    this(vocabulary, normalizer, null, added);
  }

  private AddedVocabulary(
      Vocabulary vocabulary,
      @Nullable Normalizer normalizer,
      @Nullable AddedVocabulary before,
      List<AddedToken> added) {
    this.vocabulary = vocabulary;
    this.normalizer = normalizer;
    if (before != null) {
      ids.putAll(before.ids);
      tokens.putAll(before.tokens);
      special.addAll(before.special);
      normalForms.putAll(before.normalForms);
    }
    int next = nextId();
    for (var token : added) {
      if (token.content().isEmpty()) {
        continue;
      }
      int known = id(token.content());
      int id = known == Vocabulary.NONE ? next++ : known;
      put(token, id);
    }
    inOriginal = finder(false);
    inNormalized = finder(true);
  }

  private int nextId() {
    int last = tokens.keySet().stream().mapToInt(id -> id).max().orElse(-1);
    return last >= vocabulary.size() || last >= 0 && vocabulary.size() == 0
        ? last + 1
        : vocabulary.size();
  }

  private void put(AddedToken token, int id) {
    ids.put(token.content(), id);
    tokens.put(id, token);
    if (token.special()) {
      special.add(token.content());
    }
    if (token.normalized() && normalizer != null) {
      var form = normalizer.apply(AlignedText.of(token.content())).text();
      if (!form.equals(token.content())) {
        normalForms.put(id, form);
      }
    }
  }

  /**
   * Of tokens with the same form, the first is found. A token whose form is empty is never found.
   */
  private TokenFinder finder(boolean normalized) {
    var forms = new HashMap<String, Integer>();
    tokens.forEach((id, token) -> {
      if (token.normalized() == normalized) {
        forms.putIfAbsent(normalized ? form(id, token) : token.content(), id);
      }
    });
    forms.remove("");
    return new TokenFinder(forms, tokens);
  }

  private String form(int id, AddedToken token) {
    return normalForms.getOrDefault(id, token.content());
  }

  AddedVocabulary and(List<AddedToken> added) {
    return new AddedVocabulary(vocabulary, normalizer, this, added);
  }

  /**
   * {@return the number of a token of the model or an added one, {@link Vocabulary#NONE} if none}
   */
  int id(String token) {
    var id = ids.get(token);
    return id == null ? vocabulary.id(token) : id;
  }

  /** {@return the token of a number in the form for decoders, null if there is none} */
  @Nullable String token(int id) {
    var token = tokens.get(id);
    return token == null ? vocabulary.token(id) : form(id, token);
  }

  boolean isSpecial(String token) {
    return special.contains(token);
  }

  /** {@return how many tokens the model and this have together} */
  int size() {
    long more =
        ids.keySet().stream().filter(token -> vocabulary.id(token) == Vocabulary.NONE).count();
    return vocabulary.size() + (int) more;
  }

  /** {@return the added tokens, by number} */
  List<AddedToken> tokens() {
    return List.copyOf(tokens.values());
  }

  /** {@return the added tokens in a text, and the normalized parts between them} */
  List<Piece> divide(String text) {
    var pieces = new ArrayList<Piece>();
    for (var piece : inOriginal.divide(AlignedText.of(text))) {
      if (piece.isToken()) {
        pieces.add(piece);
      } else {
        var alone = piece.alone();
        pieces.addAll(inNormalized.divide(normalizer == null ? alone : normalizer.apply(alone)));
      }
    }
    return pieces;
  }

  void write(JsonGenerator json) {
    json.writeStartArray();
    tokens.forEach((id, token) -> token.write(id, json));
    json.writeEndArray();
  }
}
