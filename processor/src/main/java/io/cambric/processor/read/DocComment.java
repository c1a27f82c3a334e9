package io.cambric.processor.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A Javadoc comment: its body and its block tags, in order.
 *
 * @param body the text before the first block tag, without margins
 * @param tags the block tags
 */
public record DocComment(String body, List<Tag> tags) {

  /** No comment. */
  public static final DocComment NONE = new DocComment("", List.of());

  private static final Pattern NAMED_TAG = Pattern.compile("(<?\\w+>?)\\s*(.*)", Pattern.DOTALL);

  /**
   * A block tag.
   *
   * @param kind the name of the tag, such as {@code param}
   * @param text the text after the name
   */
  public record Tag(String kind, String text) {}

  /** Copies the tags. */
  public DocComment {
    tags = List.copyOf(tags);
  }

  /** Reads a comment as the compiler hands it out; {@code null} is no comment. */
  static DocComment parse(@Nullable String comment) {
    if (comment == null) {
      return NONE;
    }
    var body = new StringBuilder();
    var tags = new ArrayList<Tag>();
    StringBuilder current = body;
    var kind = "";
    int depth = 0;
    for (var line : comment.lines().toList()) {
      var text = line.startsWith(" ") ? line.substring(1) : line;
      if (depth == 0 && text.stripLeading().startsWith("@")) {
        addTag(tags, kind, current);
        var tag = text.strip().substring(1).split("\\s+", 2);
        kind = tag[0];
        current = new StringBuilder(tag.length > 1 ? tag[1] : "");
      } else {
        current.append(current.isEmpty() ? "" : "\n").append(text.stripTrailing());
      }
      depth += Math.toIntExact(count(text, '{') - count(text, '}'));
    }
    addTag(tags, kind, current);
    return new DocComment(body.toString().strip(), tags);
  }

  /** {@return the text of the tag {@code @param name}, or empty} */
  public String param(String name) {
    for (var tag : tags) {
      var matcher = NAMED_TAG.matcher(tag.text());
      if (tag.kind().equals("param") && matcher.matches() && matcher.group(1).equals(name)) {
        return matcher.group(2).strip();
      }
    }
    return "";
  }

  /** {@return the names in the {@code @param} tags, type parameters with their brackets} */
  public List<String> paramNames() {
    return tags.stream()
        .filter(tag -> tag.kind().equals("param"))
        .map(tag -> NAMED_TAG.matcher(tag.text()))
        .filter(matcher -> matcher.matches())
        .map(matcher -> matcher.group(1))
        .toList();
  }

  /** {@return whether the comment is empty} */
  public boolean isEmpty() {
    return body.isEmpty() && tags.isEmpty();
  }

  /** {@return this comment with only the {@code @param} tags whose names are in {@code keep}} */
  public DocComment keepingParams(List<String> keep) {
    var kept = new ArrayList<Tag>();
    for (var tag : tags) {
      var matcher = NAMED_TAG.matcher(tag.text());
      if (!tag.kind().equals("param") || (matcher.matches() && keep.contains(matcher.group(1)))) {
        kept.add(tag);
      }
    }
    return new DocComment(body, kept);
  }

  /** {@return this comment with a {@code @param} tag for each name that has a text and no tag} */
  public DocComment withParams(Map<String, String> texts) {
    var params = new ArrayList<Tag>();
    var others = new ArrayList<Tag>();
    tags.forEach(tag -> (tag.kind().equals("param") ? params : others).add(tag));
    texts.forEach((name, text) -> {
      if (!text.isEmpty() && param(name).isEmpty()) {
        params.add(new Tag("param", name + " " + text));
      }
    });
    params.addAll(others);
    return new DocComment(body, params);
  }

  /** {@return this comment with a {@code @return} tag, added if it is missing} */
  public DocComment withReturn(String text) {
    if (tags.stream().anyMatch(tag -> tag.kind().equals("return"))) {
      return this;
    }
    var more = new ArrayList<>(tags);
    more.add(new Tag("return", text));
    return new DocComment(body, more);
  }

  private static void addTag(List<Tag> tags, String kind, StringBuilder text) {
    if (!kind.isEmpty()) {
      tags.add(new Tag(kind, text.toString().strip()));
    }
  }

  private static long count(String text, char wanted) {
    return text.chars().filter(c -> c == wanted).count();
  }
}
