package io.cambric.processor.withers;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import java.io.IOException;
import java.util.Locale;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;

/** The withers that are generated for records. */
class WithersProcessorTest {

  private static JavaFileObject file(String name, String text) {
    return JavaFileObjects.forSourceString(name, text);
  }

  private static Compilation compile(JavaFileObject... files) {
    return Compiler.javac()
        .withProcessors(new WithersProcessor())
        .withOptions("-Xlint:all,-processing", "-Werror")
        .compile(files);
  }

  private static final JavaFileObject WITHERS =
      file("io.cambric.facade.Withers", "package io.cambric.facade; public @interface Withers {}");

  private static final JavaFileObject CONVERTIBLE =
      file(
          "io.cambric.facade.Convertible",
          "package io.cambric.facade; public @interface Convertible {}");

  private static final JavaFileObject SIZE =
      file(
          "a.Size",
          """
          package a;

          @io.cambric.facade.Convertible
          record Size(int value) {

            public static Size of(int value) {
              return new Size(value);
            }

            public static Size of(String text) {
              return new Size(text.length());
            }
          }
          """);

  @Test
  void a_record_gets_a_wither_for_each_component_and_form() throws IOException {
    var box =
        file(
            "a.Box",
            """
            package a;

            import io.cambric.facade.Withers;

            /**
             * A box.
             *
             * @param netSize without
             *     the lid
             * @param open whether it is open
             */
            @Withers
            public record Box(Size netSize, boolean open) implements BoxWith {}
            """);

    var compilation = compile(WITHERS, CONVERTIBLE, SIZE, box);

    assertThat(compilation.errors()).isEmpty();
    assertThat(
            compilation
                .generatedSourceFile("a.BoxWith")
                .orElseThrow()
                .getCharContent(false)
                .toString())
        .isEqualTo(
            """
            // Generated from Box; edit that instead.
            package a;

            /**
             * The withers of {@link Box}.
             */
            public interface BoxWith {
              /**
               * {@return the net size}
               */
              Size netSize();

              /**
               * {@return the open}
               */
              boolean open();

              /**
               * {@return this with another net size}
               *
               * @param netSize without the lid
               */
              default Box withNetSize(int netSize) {
                return new Box(Size.of(netSize), open());
              }

              /**
               * {@return this with another net size}
               *
               * @param netSize without the lid
               */
              default Box withNetSize(String netSize) {
                return new Box(Size.of(netSize), open());
              }

              /**
               * {@return this with another open}
               *
               * @param open whether it is open
               */
              default Box withOpen(boolean open) {
                return new Box(netSize(), open);
              }
            }
            """);
  }

  @Test
  void a_class_is_refused() {
    var box = file("a.Box", "package a; @io.cambric.facade.Withers class Box {}");

    assertThat(compile(WITHERS, box).errors())
        .extracting(error -> error.getMessage(Locale.ROOT))
        .containsExactly(
            "@Withers needs a record, but Box is none. Make it a record of its hyperparameters.");
  }
}
