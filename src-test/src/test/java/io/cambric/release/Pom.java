package io.cambric.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** A pom as it is written: nothing is inherited, and properties are those of the file. */
record Pom(Path folder, Document document) {

  /** The folder of the whole project. */
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Pattern PROPERTY = Pattern.compile("\\$\\{([\\w.]+)}");

  /** {@return the pom of a folder} */
  static Pom of(Path folder) {
    try (var in = Files.newInputStream(folder.resolve("pom.xml"))) {
      return new Pom(
          folder, DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(in));
    } catch (IOException | SAXException | ParserConfigurationException e) {
      throw new IllegalStateException("pom of " + folder, e);
    }
  }

  /** {@return the pom of the whole project} */
  static Pom root() {
    return of(ROOT);
  }

  /** {@return the poms of all modules that a release builds, in the order of the build} */
  static List<Pom> modules() {
    var root = root();
    return Stream.of("/project/modules/module", "/project/profiles/profile[id='spark']//module")
        .flatMap(root::texts)
        .map(ROOT::resolve)
        .map(Pom::of)
        .toList();
  }

  /** {@return the poms of modules that go to a repository} */
  static List<Pom> published() {
    return modules().stream().filter(Pom::isPublished).toList();
  }

  String artifact() {
    return text("/project/artifactId").orElseThrow();
  }

  /** {@return whether the artifact is a jar of classes} */
  boolean isJar() {
    return text("/project/packaging").orElse("jar").equals("jar")
        && Files.isDirectory(folder.resolve("src/main/java"));
  }

  boolean isPublished() {
    var deploy = "/project/build/plugins/plugin[artifactId='maven-deploy-plugin']";
    return property("maven.deploy.skip").isEmpty()
        && text(deploy + "/configuration/skip").isEmpty();
  }

  /** {@return the value of a property that this file sets, with its references replaced} */
  Optional<String> property(String name) {
    return text("/project/properties/*[name()='" + name + "']")
        .map(value ->
            PROPERTY
                .matcher(value)
                .replaceAll(
                    found -> Matcher.quoteReplacement(property(found.group(1)).orElseThrow())));
  }

  /** {@return the text of the first node that an XPath selects} */
  Optional<String> text(String path) {
    return texts(path).findFirst();
  }

  /** {@return the texts of all nodes that an XPath selects} */
  Stream<String> texts(String path) {
    try {
      var nodes =
          (NodeList)
              XPathFactory.newDefaultInstance()
                  .newXPath()
                  .evaluate(path, document, XPathConstants.NODESET);
      return IntStream.range(0, nodes.getLength())
          .mapToObj(nodes::item)
          .map(Node::getTextContent)
          .map(String::strip);
    } catch (XPathExpressionException e) {
      throw new IllegalArgumentException(path, e);
    }
  }
}
