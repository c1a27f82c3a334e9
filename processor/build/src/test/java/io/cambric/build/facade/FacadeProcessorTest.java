package io.cambric.build.facade;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import javax.annotation.processing.Processor;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;

/** The façades that the generator writes, and the topics that it refuses. */
class FacadeProcessorTest {

  private static final String MARKERS =
      "package io.cambric.build; public @interface Facade { String name(); Chapter[] chapters();"
          + " Class<?> common() default Object.class; }";
  private static final String CHAPTER =
      "package io.cambric.build; public @interface Chapter { Class<?>[] value(); }";

  private static JavaFileObject file(String name, String text) {
    return JavaFileObjects.forSourceString(name, text);
  }

  /** A topic of the package of the façade. */
  private static JavaFileObject topic(String name, String members) {
    return file(
        "a." + name,
        "package a; final class " + name + " { private " + name + "() {} " + members + " }");
  }

  private static JavaFileObject contents(String members) {
    return file(
        "a.SumsContents",
        "package a; import io.cambric.build.*; @Facade(name = \"Sums\", "
            + members
            + ") interface SumsContents {}");
  }

  private static Compilation compile(List<Processor> processors, JavaFileObject... files) {
    var all =
        new ArrayList<>(
            List.of(
                file("io.cambric.build.Facade", MARKERS),
                file("io.cambric.build.Chapter", CHAPTER)));
    all.addAll(List.of(files));
    return Compiler.javac()
        .withProcessors(processors)
        .withOptions("-Xlint:all,-processing", "-Werror")
        .compile(all);
  }

  private static Compilation compile(JavaFileObject... files) {
    return compile(List.of(new FacadeProcessor()), files);
  }

  private static String generated(Compilation compilation) throws IOException {
    assertThat(compilation.errors()).isEmpty();
    return compilation.generatedSourceFile("a.Sums").orElseThrow().getCharContent(false).toString();
  }

  private static List<String> errors(Compilation compilation) {
    return compilation.errors().stream()
        .map(error -> error.getLineNumber() + ": " + error.getMessage(Locale.ROOT))
        .toList();
  }

  @Test
  void a_facade_is_a_class_of_delegates_with_the_javadoc_of_contents_and_topics()
      throws IOException {
    var contents =
        file(
            "a.SumsContents",
            """
            package a;

            import io.cambric.build.*;
            import java.util.List;

            /**
             * Sums, as of {@link List}.
             *
             * {@snippet :
             * var sum = Sums.sum(1, 2);
             * }
             */
            @Facade(name = "Sums", chapters = @Chapter(Additions.class))
            interface SumsContents {}
            """);
    var topic =
        file(
            "a.Additions",
            """
            package a;

            import java.io.IOException;
            import java.util.Set;

            final class Additions {

              private Additions() {}

              /**
               * {@return the sum}
               *
               * @param x the first; an element of {@link Set}
               * @throws IOException never
               * @see SumsContents
               */
              public static int sum(int x, int y) throws IOException {
                return x + y;
              }

              static int notShown() {
                return 0;
              }
            }
            """);

    assertThat(generated(compile(contents, topic)))
        .isEqualTo(
            """
            // Generated from SumsContents and the topics that it lists; edit those instead.
            package a;

            import java.io.IOException;

            /**
             * Sums, as of {@link java.util.List}.
             *
             * {@snippet :
             * var sum = Sums.sum(1, 2);
             * }
             */
            public final class Sums {
              private Sums() {
              }

              /**
               * {@return the sum}
               *
               * @param x the first; an element of {@link java.util.Set}
               * @throws java.io.IOException never
               * @see Sums
               */
              public static int sum(int x, int y) throws IOException {
                return Additions.sum(x, y);
              }
            }
            """);
  }

  @Test
  void a_parameter_of_a_convertible_type_has_an_overload_for_each_form() throws IOException {
    var marker =
        file(
            "io.cambric.build.Convertible",
            "package io.cambric.build; public @interface Convertible {}");
    var size =
        file(
            "a.Size",
            "package a; @io.cambric.build.Convertible public record Size(int value) {"
                + " public static Size of(int value) { return new Size(value); }"
                + " public static Size of(String text) { return of(text.length()); } }");
    var topic = topic("Doubles", "public static int twice(Size size) { return 2 * size.value(); }");

    assertThat(
            generated(compile(contents("chapters = @Chapter(Doubles.class)"), topic, size, marker)))
        .contains(
            "public static int twice(int size) {\n    return Doubles.twice(Size.of(size));",
            "public static int twice(String size) {\n    return Doubles.twice(Size.of(size));");
  }

  @Test
  void links_to_topics_lead_to_the_facade() throws IOException {
    var first =
        topic(
            "First",
            "/** Like {@link #b}, {@link Second#c(int) c}. */ public static void a() {} /** B. */ public static void b() {}");
    var second =
        topic(
            "Second",
            "/** After {@linkplain First}, unlike {@link Sums#a()} and {@link Sums}. */ public static void c(int x) {}");

    assertThat(
            generated(
                compile(
                    contents("chapters = @Chapter({First.class, Second.class})"), first, second)))
        .contains("Like {@link #b}, {@link #c(int) c}.")
        .contains("After {@linkplain Sums}, unlike {@link #a()} and {@link Sums}.");
  }

  @Test
  void a_link_to_another_generated_class_is_qualified_by_its_import() throws IOException {
    var other =
        file(
            "b.OtherContents",
            "package b; import io.cambric.build.*; @Facade(name = \"Other\", chapters = @Chapter(Ones.class)) interface OtherContents {}");
    var ones =
        file(
            "b.Ones",
            "package b; final class Ones { private Ones() {} public static int one() { return 1; } }");
    var topic =
        file(
            "a.Twos",
            "package a; import b.Other; final class Twos { private Twos() {} /** Twice {@link Other#one}. */ public static int two() { return 2 * Other.one(); } }");

    assertThat(generated(compile(contents("chapters = @Chapter(Twos.class)"), topic, other, ones)))
        .contains("Twice {@link b.Other#one}.");
  }

  @Test
  void nullness_type_variables_and_arity_are_those_of_the_topic() throws IOException {
    var nullable =
        file(
            "a.Nullable",
            "package a; import java.lang.annotation.*; @Target(ElementType.TYPE_USE) @interface Nullable {}");
    var topic =
        topic(
            "Lists",
            """
            @SafeVarargs
            public static <T extends @Nullable Object, U extends Comparable<? super U>> java.util.List<@Nullable T> list(
                @Nullable U first, T @Nullable ... rest) {
              return new java.util.ArrayList<>();
            }
            public static int @Nullable [] sizes(@Nullable String @Nullable [] names) { return null; }
            """);

    assertThat(generated(compile(contents("chapters = @Chapter(Lists.class)"), nullable, topic)))
        .containsIgnoringWhitespaces(
            "@SafeVarargs @SuppressWarnings(\"varargs\") public static"
                + " <T extends @Nullable Object, U extends Comparable<? super U>>"
                + " List<@Nullable T> list(@Nullable U first, T @Nullable ... rest) {"
                + " return Lists.list(first, rest); }",
            "public static int @Nullable [] sizes(@Nullable String @Nullable [] names) {"
                + " return Lists.sizes(names); }");
  }

  @Test
  void a_deprecated_function_is_deprecated_in_the_facade() throws IOException {
    var topic =
        topic(
            "Old", "/** @deprecated use b */ @Deprecated(since = \"1\") public static void a() {}");

    assertThat(generated(compile(contents("chapters = @Chapter(Old.class)"), topic)))
        .contains("@deprecated use b")
        .containsIgnoringWhitespaces("@Deprecated(since = \"1\") public static void a()");
  }

  @Test
  void a_facade_suppresses_the_lint_of_overloads_that_its_topic_suppresses() throws IOException {
    var function = "package a; interface F extends java.util.function.UnaryOperator<String> {}";
    var topic =
        file(
            "a.Close",
            """
            package a;
            @SuppressWarnings("overloads") final class Close {
              private Close() {}
              public static void a(F x) {}
              public static <T> void a(java.util.function.UnaryOperator<T> x) {}
            }
            """);

    assertThat(
            generated(
                compile(
                    contents("chapters = @Chapter(Close.class)"), topic, file("a.F", function))))
        .contains("@SuppressWarnings(\"overloads\")\npublic final class");
  }

  @Test
  void functions_are_ordered_by_chapter_and_name_and_keep_the_order_of_one_name()
      throws IOException {
    var first =
        topic(
            "First",
            "public static void d() {} public static void B(long x) {} public static void B(int x) {}");
    var second = topic("Second", "public static void c() {}");
    var third = topic("Third", "public static void a() {}");

    assertThat(
            generated(
                    compile(
                        contents(
                            "chapters = {@Chapter({First.class, Second.class}), @Chapter(Third.class)}"),
                        first,
                        second,
                        third))
                .lines()
                .filter(line -> line.contains("public static"))
                .map(String::strip))
        .containsExactly(
            "public static void B(long x) {",
            "public static void B(int x) {",
            "public static void c() {",
            "public static void d() {",
            "public static void a() {");
  }

  @Test
  void a_topic_may_be_a_public_class_of_another_package() throws IOException {
    var topic =
        file(
            "b.Far",
            "package b; public final class Far { private Far() {} public static void a() {} }");

    assertThat(generated(compile(contents("chapters = @Chapter(b.Far.class)"), topic)))
        .contains("import b.Far;")
        .contains("Far.a();");
  }

  @Test
  void facades_inherit_functions_that_they_share_from_a_common_class() throws IOException {
    var common =
        file(
            "a.Common",
            "package a; public abstract class Common { Common() {} /** C. */ public static int c() { return 1; } }");
    var topic = topic("Own", "/** Not {@link Common#c}. */ public static void a() {}");

    assertThat(
            generated(
                compile(
                    contents("common = Common.class, chapters = @Chapter(Own.class)"),
                    common,
                    topic)))
        .contains("public final class Sums extends Common {")
        .contains("Not {@link Common#c}.")
        .doesNotContain("int c()");
  }

  @Test
  void a_facade_waits_for_topics_and_types_that_are_generated() throws IOException {
    var topic = topic("Own", "public static Late late() { return new Late(); }");
    var generator = new TypeGenerator();

    assertThat(
            generated(
                compile(
                    List.of(generator, new FacadeProcessor()),
                    contents("chapters = @Chapter({Own.class, LateTopic.class})"),
                    topic)))
        .contains("return Own.late();")
        .contains("return LateTopic.one();");
  }

  @Test
  void two_topics_with_one_signature_are_an_error_on_the_second() {
    var first = topic("First", "public static void a(java.util.List<String> x) {}");
    var second = topic("Second", "\npublic static void a(java.util.List<Integer> x) {}");

    assertThat(
            errors(
                compile(
                    contents("chapters = @Chapter({First.class, Second.class})"), first, second)))
        .containsExactly(
            "2: Sums can have only one a(java.util.List), but First and Second both declare it. Rename one of them, or make it package-private.");
  }

  @Test
  void a_topic_that_extends_another_is_an_error() {
    var first = file("a.First", "package a; class First { public static void a() {} }");
    var second = file("a.Second", "package a; final class Second extends First {}");

    assertThat(errors(compile(contents("chapters = @Chapter(Second.class)"), first, second)))
        .containsExactly(
            "1: A topic of Sums must be a final class without a superclass, but Second is not. Call the functions of other topics by the names of their classes.");
  }

  @Test
  void a_public_type_inside_of_a_topic_is_an_error() {
    var topic = topic("First", "\npublic record Pair(int a, int b) {}");

    assertThat(errors(compile(contents("chapters = @Chapter(First.class)"), topic)))
        .containsExactly(
            "2: Sums exposes only static methods, but the topic First has the public member Pair. Move types to their own files, and make other members package-private.");
  }

  @Test
  void a_topic_that_is_listed_twice_is_an_error() {
    var topic = topic("First", "");

    assertThat(errors(compile(contents("chapters = @Chapter({First.class, First.class})"), topic)))
        .containsExactly("1: Sums lists the topic First twice. List it once.");
  }

  @Test
  void a_topic_that_nothing_declares_is_an_error() {
    var topic = topic("First", "public static Late late() { return null; }");

    assertThat(errors(compile(contents("chapters = @Chapter(First.class)"), topic)))
        .contains(
            "1: Sums needs Late, which nothing declares or generates. Import it, or remove it from the contents.");
  }

  @Test
  void no_compiler_of_a_user_runs_the_generator() {
    assertThat(ServiceLoader.load(Processor.class)).noneMatch(FacadeProcessor.class::isInstance);
  }
}
