package io.cambric.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForeignTypesTest {

  private static final ForeignTypes TYPES =
      new ForeignTypes(
          List.of(
              """
              import java.util.List;
              import org.apache.hadoop.fs.Options.CreateOpts;
              import scala.collection.Iterator;
              import scala.reflect.ClassTag$;

              final class Rows implements Iterator<List<String>> {
                org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("");
              }
              """,
              """
              import org.apache.spark.api.java.JavaPairRDD;

              @org.apache.Checked
              class Pairs extends JavaPairRDD<List<String>, Long> {
                Object other = new JavaPairRDD<>();
                @Checked int i;
              }
              """));

  @Test
  void a_type_is_declared_as_the_sources_use_it() {
    assertThat(TYPES.declarations().values())
        .containsExactly(
            "package org.apache; public @interface Checked {}",
            "package org.apache.hadoop.fs; public class Options {public static class CreateOpts {}}",
            "package org.apache.hadoop.fs; public class Path {}",
            "package org.apache.spark.api.java; public class JavaPairRDD<T0, T1> {}",
            "package scala.collection; public interface Iterator<T0> {}",
            "package scala.reflect; public class ClassTag$ {}");
  }

  @Test
  void declarations_compile(@TempDir Path folder) throws IOException {
    TYPES.compile(folder);

    assertThat(folder.resolve("org/apache/hadoop/fs/Options$CreateOpts.class")).isNotEmptyFile();
    assertThat(folder.resolve("scala/reflect/ClassTag$.class")).isNotEmptyFile();
  }
}
