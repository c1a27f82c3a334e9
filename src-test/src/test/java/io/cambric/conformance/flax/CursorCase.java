package io.cambric.conformance.flax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.tree.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A case of edits of one tree through cursors. The text of an edit gives its form, its paths and
 * numbers.
 */
final class CursorCase implements CaseRunner {

  /** Names of dictionaries in quotes, indices bare; a first name may stand before them. */
  private static final String PATH = "(?:cursor)?(\\w*(?:\\['\\w+'\\]|\\[\\d+\\])+)";

  private static final String NUMBER = "(-?\\d+)";
  private static final Pattern NAME = Pattern.compile("\\w+");
  private static final Pattern ASSIGNMENT = Pattern.compile(PATH + "(\\+?)=" + NUMBER + "; ");

  /** A form of edits, and the result for a tree and what the text names. */
  private record Edit(Pattern form, BiFunction<Object, MatchResult, Object> result) {

    static Edit of(String form, BiFunction<Object, MatchResult, Object> result) {
      return new Edit(Pattern.compile(form), result);
    }
  }

  private static final List<Edit> EDITS =
      List.of(
          Edit.of(PATH + "\\.set\\(" + NUMBER + "\\)", CursorCase::set),
          Edit.of("(" + ASSIGNMENT + ")+build", CursorCase::assign),
          Edit.of(
              "apply_update\\(double ints\\)",
              (tree, _) -> Cursor.of(tree).applyUpdate((_, value) -> doubled(value))),
          Edit.of("apply_update visits \\(path order\\)", (tree, _) -> visits(tree, "", 0)),
          Edit.of(
              "apply_update\\(replace '([\\w/]+)' by " + NUMBER + "\\) visits",
              (tree, text) -> visits(tree, text.group(1), number(text.group(2)))),
          Edit.of(
              "find_all\\(int > " + NUMBER + "\\) paths",
              (tree, text) -> larger(tree, number(text.group(1)))));

  @Override
  public void run(GoldenCase golden, Check check) {
    var tree = PlainTree.of(golden.json().get("input"));
    for (var each : golden.json().get("expected").properties()) {
      check.equal(each.getKey(), PlainTree.of(each.getValue()), edited(tree, each.getKey()));
    }
  }

  private static Object edited(Object tree, String text) {
    for (var edit : EDITS) {
      var matcher = edit.form().matcher(text);
      if (matcher.matches()) {
        return edit.result().apply(tree, matcher.toMatchResult());
      }
    }
    throw new UnsupportedFeature("expectation:" + text);
  }

  private static Object set(Object tree, MatchResult text) {
    return at(tree, text.group(1)).set(number(text.group(2)));
  }

  /** One assignment after the other, each to the tree that the last one left. */
  private static Object assign(Object tree, MatchResult text) {
    var edited = tree;
    for (var each : ASSIGNMENT.matcher(text.group()).results().toList()) {
      var place = at(edited, each.group(1));
      long number = number(each.group(3));
      edited =
          each.group(2).isEmpty()
              ? place.set(number)
              : place.update((Long value) -> value + number);
    }
    return edited;
  }

  private static Cursor<Object> at(Object tree, String path) {
    var names = NAME.matcher(path).results().map(MatchResult::group);
    return Cursor.of(tree)
        .at(names.map(name -> name.matches("\\d+") ? Integer.valueOf(name) : name).toArray());
  }

  private static long number(String text) {
    return Long.parseLong(text);
  }

  private static @Nullable Object doubled(@Nullable Object value) {
    return value instanceof Long number ? (Object) (number * 2) : value;
  }

  private static List<String> visits(Object tree, String replaced, long replacement) {
    var seen = new ArrayList<String>();
    Cursor.of(tree)
        .applyUpdate((path, value) -> {
          seen.add(path);
          return path.equals(replaced) ? (Object) replacement : value;
        });
    return seen;
  }

  /** Paths as Python shows them: names in quotes, indices bare. */
  private static List<String> larger(Object tree, long bound) {
    return Cursor.of(tree)
        .findAll((_, value) -> value instanceof Long number && number > bound)
        .stream()
        .map(cursor -> cursor.path().replaceAll("(\\d+)|([^/\\d]+)", "[$1'$2']"))
        .map(path -> path.replaceAll("\\[(\\d+)''\\]", "[$1]").replace("/", ""))
        .toList();
  }
}
