package io.cambric.text.post;

import io.cambric.json.JsonValue;
import io.cambric.text.vocabulary.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The post-processors that files can name, and the default if there is none. */
public final class PostProcessors {

  private static final List<String> TYPES =
      List.of("BertProcessing", "ByteLevel", "RobertaProcessing", "Sequence", "TemplateProcessing");

  private PostProcessors() {}

  /**
   * {@return the post-processor of a file}
   *
   * @throws io.cambric.errors.DataException if its type or one of its options is not known
   */
  public static PostProcessor read(JsonValue json) {
    var type = json.get("type");
    return switch (type.text()) {
      case "BertProcessing" ->
          new BertProcessing(special(json.get("cls")), special(json.get("sep")));
      case "ByteLevel" ->
          new TrimmedOffsets(json.get("trim_offsets").flag(), json.get("add_prefix_space").flag());
      case "RobertaProcessing" ->
          new RobertaProcessing(
              special(json.get("cls")),
              special(json.get("sep")),
              new TrimmedOffsets(
                  json.get("trim_offsets").flag(), json.get("add_prefix_space").flag()));
      case "Sequence" -> sequence(json.get("processors"));
      case "TemplateProcessing" -> Template.read(json);
      default ->
          throw type.failure(
              "a post-processor of the types " + TYPES, "Write the file with one of these.");
    };
  }

  /** {@return a token and its number, as a row} */
  private static TokenRow special(JsonValue json) {
    var pair = json.elements();
    if (pair.size() != 2) {
      throw json.failure("an array of a token and its number", "Write both.");
    }
    return TokenRow.added(
        new int[] {Vocabulary.id(pair.get(1))}, new String[] {pair.get(0).text()}, 0);
  }

  private static PostProcessor sequence(JsonValue list) {
    var all = list.elements().stream().map(PostProcessors::read).toList();
    return new PostProcessor() {

      @Override
      public int added(boolean isPair) {
        return all.stream().mapToInt(each -> each.added(isPair)).sum();
      }

      @Override
      public List<TokenRow> process(List<TokenRow> rows, boolean addSpecial) {
        var processed = rows;
        for (var each : all) {
          processed = each.process(processed, addSpecial);
        }
        return processed;
      }
    };
  }

  /** {@return one row of the rows of one or two texts} */
  public static TokenRow apply(
      @Nullable PostProcessor processor,
      TokenRow first,
      @Nullable TokenRow second,
      boolean special) {
    if (processor == null) {
      return second == null
          ? first
          : TokenRow.merge(List.of(first.withSequence(0), second.withSequence(1)));
    }
    var rows = new ArrayList<TokenRow>();
    rows.add(of(first, 0));
    if (second != null) {
      rows.add(of(second, 1));
    }
    return TokenRow.merge(processor.process(rows, special));
  }

  private static TokenRow of(TokenRow row, int number) {
    var overflow = row.overflow().stream().map(each -> each.withSequence(number)).toList();
    return row.withSequence(number).withTypes(number).withOverflow(overflow);
  }
}
