package io.cambric.conformance.flax.errors;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runner of error cases: a situation and the exception it ends with, or none. */
public final class ErrorRunner implements CaseRunner {

  /** Names in double quotes and shapes: what a message has to mention; None is no name. */
  private static final Pattern MENTIONED =
      Pattern.compile("\"(?!None\")([\\w/]+)\"|\\((\\d+(?:, \\d+)*),?\\)");

  /** Packages in which classes of features are looked for. */
  private static final List<String> PACKAGES =
      List.of("module", "scope", "nn", "io.checkpoint", "tree");

  @Override
  public void run(GoldenCase golden, Check check) {
    requirePrelude(golden);
    var expected = golden.json().get("expected");
    var flaxName = expected.path("class").asString("");
    var match = Snippets.of(golden.text("code"));
    switch (match.snippet()) {
      case Snippet.Differs(var deviation) -> throw new UnsupportedFeature(deviation);
      case Snippet.Rejected(var java, var reason) -> rejected(java, reason, check);
      case Snippet.Throws(var exception, var action) -> {
        check.that(!expected.path("flaxError").asBoolean(), flaxName + " is a class of Flax");
        thrown(exception, action, "", check);
      }
      case Snippet.Runs(var action) when flaxName.isEmpty() -> action.run();
      case Snippet.Runs(var action) ->
          thrown(
              FlaxErrors.exception(flaxName)
                  .orElseThrow(() -> new IllegalStateException("none stands for " + flaxName)),
              action,
              // The message speaks of the numbers of its text.
              match.isExact() ? expected.path("message").asString("") : "",
              check);
    }
  }

  /** The definitions that the snippets rest on must be those written in Java. */
  private static void requirePrelude(GoldenCase golden) {
    var header = golden.family().header();
    var text = new StringBuilder();
    header.path("prelude").forEach(line -> text.append(line.asString()).append('\n'));
    if (!Snippets.normalized(text.toString()).equals(Snippets.normalized(ErrorModules.PRELUDE))) {
      throw new UnsupportedFeature("prelude:other");
    }
  }

  private static void thrown(
      Class<? extends Throwable> exception, Snippet.Action action, String message, Check check) {
    Optional<Throwable> came = Optional.empty();
    @Nullable Object value = null;
    try {
      value = action.run();
    } catch (RuntimeException e) {
      came = Optional.of(e);
    }
    if (came.isEmpty()) {
      check.fail("expected %s but got %s".formatted(exception.getSimpleName(), value));
      return;
    }
    var thrown = came.get();
    check.that(
        exception.isInstance(thrown),
        "expected %s but was %s".formatted(exception.getSimpleName(), thrown));
    var mentioned = MENTIONED.matcher(message);
    while (mentioned.find()) {
      var word = mentioned.group(1) == null ? "[" + mentioned.group(2) + "]" : mentioned.group(1);
      check.that(
          String.valueOf(thrown.getMessage()).contains(word),
          "expected a message with %s but was: %s".formatted(word, thrown.getMessage()));
    }
  }

  private static void rejected(String java, String reason, Check check) {
    var mistakes = JavaText.mistakes(java);
    check.that(
        mistakes.stream().anyMatch(each -> each.contains(reason)),
        "expected the compiler to say \"%s\" but it says %s".formatted(reason, mistakes));
  }

  /** {@return whether a feature of the kinds that snippets name exists} */
  public static boolean hasFeature(String kind, String name) {
    return switch (kind) {
      case "snippet" -> Snippets.has(name);
      case "lift" -> hasMethod("Lift", name);
      case "class" -> PACKAGES.stream().anyMatch(each -> find(each, name).isPresent());
      case "member" -> {
        int dot = name.indexOf('.');
        yield hasMethod(name.substring(0, dot), name.substring(dot + 1));
      }
      case "prelude" -> false;
      default -> throw new IllegalArgumentException("no kind of feature: " + kind);
    };
  }

  private static boolean hasMethod(String type, String method) {
    return PACKAGES.stream()
        .flatMap(each -> find(each, type).stream())
        .flatMap(found -> Arrays.stream(found.getMethods()))
        .anyMatch(each -> each.getName().equals(method));
  }

  private static Optional<Class<?>> find(String in, String type) {
    try {
      return Optional.of(Class.forName("io.cambric.%s.%s".formatted(in, type)));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }
}
