package io.cambric.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/**
 * The compiled main classes of every module but this one, read once. Classes of libraries that are
 * inside a jar are none of them.
 */
final class MainClasses {

  static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("/shaded/"))
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("io.cambric");

  private MainClasses() {}
}
